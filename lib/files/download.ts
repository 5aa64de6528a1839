import type { IExecuteSingleFunctions, IN8nHttpFullResponse } from 'n8n-workflow';

import { fetchOpen } from './fetchOpen';
import { badInput, isCancelled, messageOf, ServiceFailure } from '../core/failure';
import { ANSWER_TOO_LARGE } from '../core/bounds';
import { isServed } from '../core/answer';
import { readAll, giveUp, isStream } from '../core/streams';
import { fileAddress } from './fileAddress';
import { known, type Known } from './inputFile';
import { textOfBytes } from '../core/decode';
import { safeName } from './fileName';

const TIMEOUT_MS = 120_000;
const LONGEST_MS = 600_000;

/** What was found behind an address, by its bytes. */
export interface Download extends Known {
	fileName: string;
}

export interface DownloadLimits {
	/** The parameter, for the sentences. */
	label: string;
	/** In bytes. */
	limit: number;
}

/** A file behind an address, before it is read. */
export interface OpenDownload extends Pick<Download, 'mimeType' | 'fileName'> {
	host: string;
	body: unknown;
}

/**
 * Opens a file that an operation takes, through n8n's own HTTP client and without a credential. Throws a ServiceFailure when the address
 * is none or must not be fetched, there is no such file, or it says that it is larger than the limit.
 */
export async function openDownload(
	context: IExecuteSingleFunctions,
	given: unknown,
	{ label, limit }: DownloadLimits,
): Promise<OpenDownload> {
	const { href, host } = fileAddress(given, label);
	const { headers, body } = await ask(context, href, label, host);
	if (Number(headers['content-length'] ?? 0) > limit) {
		giveUp(body);
		throw fileTooLarge({ label, limit });
	}
	const [type = ''] = String(headers['content-type'] ?? '').split(';');
	const mimeType = type.trim().toLowerCase() || 'application/octet-stream';
	return { host, body, mimeType, fileName: nameOf(href, headers['content-disposition']) };
}

/** Fetches the file whole; at most `limit` bytes are read. Throws like `openDownload`, and for one that is empty or breaks off. */
export async function download(
	context: IExecuteSingleFunctions,
	given: unknown,
	limits: DownloadLimits,
): Promise<Download> {
	const { host, body, mimeType, fileName } = await openDownload(context, given, limits);
	const bytes = await withinLimit(body, limits.limit).catch((error: unknown) => {
		if (error instanceof ServiceFailure && error.facts.code === ANSWER_TOO_LARGE) {
			throw fileTooLarge(limits);
		}
		throw brokenOff(limits.label, host);
	});
	if (bytes.length === 0) throw emptyDownload(limits.label, host);
	const found = known({ mimeType, fileName }, bytes);
	return { ...found, fileName: found.fileName ?? fileName };
}

export function fileTooLarge({ label, limit }: DownloadLimits): ServiceFailure {
	return badInput(`${label} is larger than the limit of ${limit / 1_000_000} MB`);
}

/** The failure of a file whose transfer ended too early. */
export function brokenOff(label: string, host: string): ServiceFailure {
	return badInput(`${label} broke off while it was downloaded from ${host}`, 'Run it again.');
}

/** The failure of a file without a byte. */
export function emptyDownload(label: string, host: string): ServiceFailure {
	return badInput(`${label} is empty: ${host} sent no bytes`);
}

async function ask(
	context: IExecuteSingleFunctions,
	url: string,
	label: string,
	host: string,
): Promise<IN8nHttpFullResponse> {
	const failed = (reason: string, cure: string, cause?: unknown) => {
		const sentence = `${label} could not be downloaded from ${host}: ${reason}`;
		return new ServiceFailure(sentence, { kind: 'unreachable', cure }, cause);
	};
	const request = { method: 'GET', url, timeout: TIMEOUT_MS } as const;
	const response = await fetchOpen(context, request, label).catch((error: unknown) => {
		if (isCancelled(error) || isInput(error)) throw error;
		const cure = 'Check the address. It must be reachable from this n8n without a login.';
		throw failed(messageOf(error), cure, error);
	});
	if (isServed(response)) return response;
	throw failed(
		`it answered with status ${response.statusCode}`,
		'Check the address: it must lead to the file itself, without a login, and must not have expired.',
	);
}

async function withinLimit(body: unknown, limit: number): Promise<Buffer> {
	if (!isStream(body)) return Buffer.from(String(body ?? ''));
	return await readAll(body, { bytes: limit, ms: LONGEST_MS });
}

function isInput(error: unknown): boolean {
	return error instanceof ServiceFailure && error.facts.kind === 'input';
}

/** The name in the header (RFC 6266; `filename*` of RFC 8187 comes first), or the last part of the address. */
function nameOf(url: string, disposition: unknown): string {
	const header = String(disposition ?? '');
	const [, charset = '', encoded] =
		/filename\*\s*=\s*"?([\w-]+)'[^']*'([^;"]*)/i.exec(header) ?? [];
	const [, quoted, bare] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/i.exec(header) ?? [];
	const plain = quoted?.replace(/\\(.)/g, '$1') ?? bare?.trim();
	const own = encoded === undefined ? undefined : percentDecoded(encoded, charset);
	const last = own ?? decoded(plain ?? new URL(url).pathname.split('/').at(-1) ?? '');
	return safeName(last) || 'file';
}

function percentDecoded(text: string, charset: string): string | undefined {
	const bytes = Buffer.from(
		text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
			String.fromCharCode(Number.parseInt(hex, 16)),
		),
		'latin1',
	);
	try {
		return textOfBytes(bytes, charset);
	} catch {
		return undefined;
	}
}

/** A text whose characters may be written with percent signs. */
export function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
