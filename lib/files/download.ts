import type { IExecuteSingleFunctions, IN8nHttpFullResponse } from 'n8n-workflow';

import { fetchWithoutCredential } from './fetchWithoutCredential';
import { badInput, isCancelled, messageOf, ServiceFailure } from '../core/failure';
import { ANSWER_TOO_LARGE } from '../core/bounds';
import { isServed } from '../core/answer';
import { AnswerBody, cancelBody, megabytes, readAll } from '../core/streams';
import { parseFileAddress } from './fileAddress';
import { recognizeFile, type KnownFile } from './inputFile';
import { textOfBytes } from '../core/decodeBody';
import { safeName } from './fileName';

const DOWNLOAD_TIMEOUT_MS = 120_000;
const MAX_DOWNLOAD_MS = 600_000;

export interface Download extends KnownFile {
	fileName: string;
}

export interface DownloadLimits {
	/** The parameter, for the sentences. */
	label: string;
	/** In bytes. */
	limit: number;
}

export interface OpenDownload extends Pick<Download, 'mimeType' | 'fileName'> {
	host: string;
	body: AnswerBody;
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
	const { href, host } = parseFileAddress(given, label);
	const { headers, body } = await requestFile(context, href, label, host);
	if (!(body instanceof AnswerBody)) throw new TypeError('A stream was expected');
	if (Number(headers['content-length'] ?? 0) > limit) {
		cancelBody(body);
		throw fileTooLargeFailure({ label, limit });
	}
	const [type = ''] = String(headers['content-type'] ?? '').split(';');
	const mimeType = type.trim().toLowerCase() || 'application/octet-stream';
	return {
		host,
		body,
		mimeType,
		fileName: downloadedFileName(href, headers['content-disposition']),
	};
}

/** Fetches the file whole; at most `limit` bytes are read. Throws like `openDownload`, and for one that is empty or breaks off. */
export async function download(
	context: IExecuteSingleFunctions,
	given: unknown,
	limits: DownloadLimits,
): Promise<Download> {
	const { host, body, mimeType, fileName } = await openDownload(context, given, limits);
	const readLimits = { bytes: limits.limit, ms: MAX_DOWNLOAD_MS };
	const bytes = await readAll(body, readLimits).catch((error: unknown) => {
		if (error instanceof ServiceFailure && error.facts.code === ANSWER_TOO_LARGE) {
			throw fileTooLargeFailure(limits);
		}
		throw brokenOffDownloadFailure(limits.label, host);
	});
	if (bytes.length === 0) throw emptyDownloadFailure(limits.label, host);
	const knownFile = recognizeFile({ mimeType, fileName }, bytes);
	return { ...knownFile, fileName: knownFile.fileName ?? fileName };
}

export function fileTooLargeFailure({ label, limit }: DownloadLimits): ServiceFailure {
	return badInput(
		`${label} is larger than the limit of ${megabytes(limit)} MB`,
		'Use a smaller file.',
	);
}

export function brokenOffDownloadFailure(label: string, host: string): ServiceFailure {
	return badInput(`${label} ended early while it was downloaded from ${host}`, 'Run it again.');
}

export function emptyDownloadFailure(label: string, host: string): ServiceFailure {
	return badInput(
		`${label} is empty: ${host} sent no bytes`,
		'Open the address in a browser to see what it returns.',
	);
}

async function requestFile(
	context: IExecuteSingleFunctions,
	url: string,
	label: string,
	host: string,
): Promise<IN8nHttpFullResponse> {
	const downloadFailure = (reason: string, cure: string, cause?: unknown) => {
		const sentence = `${label} could not be downloaded from ${host}: ${reason}`;
		return new ServiceFailure(sentence, { kind: 'unreachable', cure }, cause);
	};
	const request = { method: 'GET', url, timeout: DOWNLOAD_TIMEOUT_MS } as const;
	const response = await fetchWithoutCredential(context, request, label).catch((error: unknown) => {
		if (isCancelled(error) || isInputFailure(error)) throw error;
		const cure = 'Check the address. It must be reachable from this n8n without a login.';
		throw downloadFailure(messageOf(error), cure, error);
	});
	if (isServed(response)) return response;
	throw downloadFailure(
		`it answered with status ${response.statusCode}`,
		'Check the address: it must lead to the file itself, without a login, and must not have expired.',
	);
}

function isInputFailure(error: unknown): boolean {
	return error instanceof ServiceFailure && error.facts.kind === 'input';
}

/** The name in the header (RFC 6266; `filename*` of RFC 8187 comes first), or the last part of the address. */
function downloadedFileName(url: string, disposition: unknown): string {
	const header = String(disposition ?? '');
	const [, charset = '', encoded] =
		/filename\*\s*=\s*"?([\w-]+)'[^']*'([^;"]*)/i.exec(header) ?? [];
	const [, quoted, bare] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/i.exec(header) ?? [];
	const plain = quoted?.replace(/\\(.)/g, '$1') ?? bare?.trim();
	const rfc8187Name = encoded === undefined ? undefined : percentDecoded(encoded, charset);
	const last =
		rfc8187Name ?? percentDecodedOrSame(plain ?? new URL(url).pathname.split('/').at(-1) ?? '');
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
export function percentDecodedOrSame(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
