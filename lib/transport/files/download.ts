import type { IExecuteSingleFunctions, IN8nHttpFullResponse } from 'n8n-workflow';

import { isStream } from '../http/decodeBody';
import { openExchange } from '../http/openExchange';
import { badInput, isCancelled, messageOf, ServiceFailure } from '../errors/failure';
import { fileAddress } from './fileAddress';
import { extensionFor } from './outputFile';

const TIMEOUT_MS = 120_000;

/** What was found behind an address. */
export interface Download {
	bytes: Buffer;
	mimeType: string;
	/** Always with an extension. */
	fileName: string;
}

/**
 * Fetches a file that an operation takes, through n8n's own HTTP client and without a credential; at most `limit` bytes are read.
 * `label` is the parameter, for the sentences. Throws a ServiceFailure when the address is none, or there is no such file.
 */
export async function download(
	context: IExecuteSingleFunctions,
	given: unknown,
	{ label, limit }: { label: string; limit: number },
): Promise<Download> {
	const { href, host } = fileAddress(given, label);
	const response = await ask(context, href, (reason, cure, cause) => {
		const sentence = `${label} could not be downloaded from ${host}: ${reason}`;
		return new ServiceFailure(sentence, { kind: 'unreachable', cure }, cause);
	});
	const { headers } = response;
	const body: unknown = response.body;
	const tooLarge = () =>
		badInput(`${label} is larger than the ${limit / 1_000_000} MB that are allowed`);
	if (Number(headers['content-length'] ?? 0) > limit) {
		await discard(body);
		throw tooLarge();
	}
	const bytes = await withinLimit(body, limit, tooLarge).catch((error: unknown) => {
		if (error instanceof ServiceFailure) throw error;
		throw badInput(`${label} broke off while it was downloaded from ${host}`, 'Run it again.');
	});
	if (bytes.length === 0) throw badInput(`${label} is empty: ${host} sent no bytes`);
	const [type = ''] = String(headers['content-type'] ?? '').split(';');
	const mimeType = type.trim().toLowerCase() || 'application/octet-stream';
	return { bytes, mimeType, fileName: nameOf(href, headers['content-disposition'], mimeType) };
}

async function ask(
	context: IExecuteSingleFunctions,
	url: string,
	failure: (reason: string, cure: string, cause?: unknown) => ServiceFailure,
): Promise<IN8nHttpFullResponse> {
	const request = { method: 'GET', url, encoding: 'stream', timeout: TIMEOUT_MS } as const;
	const response = await openExchange(context, request).catch((error: unknown) => {
		if (isCancelled(error)) throw error;
		const cure = 'Check the address. It must be reachable from this n8n without a log-in.';
		throw failure(messageOf(error), cure, error);
	});
	const { statusCode } = response;
	if (statusCode >= 200 && statusCode < 300) return response;
	const body: unknown = response.body;
	await discard(body);
	throw failure(
		`it answered with status ${statusCode}`,
		'Check the address: it must lead to the file itself, without a log-in, and must not have lapsed.',
	);
}

async function withinLimit(
	body: unknown,
	limit: number,
	tooLarge: () => ServiceFailure,
): Promise<Buffer> {
	if (!isStream(body)) return Buffer.from(String(body ?? ''));
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	// Leaving the loop closes the connection.
	for await (const chunk of body) {
		bytes += chunk.length;
		if (bytes > limit) throw tooLarge();
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

/** Closes the connection of a body that is not wanted. */
async function discard(body: unknown): Promise<void> {
	if (!isStream(body)) return;
	try {
		for await (const chunk of body) if (chunk.length >= 0) break;
	} catch {
		// It is closed, then.
	}
}

function nameOf(url: string, disposition: unknown, mimeType: string): string {
	const [, told] = /filename="?([^";]+)"?/i.exec(String(disposition ?? '')) ?? [];
	const last = decoded(told ?? new URL(url).pathname.split('/').at(-1) ?? '');
	const name = last.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_');
	if (/\.[A-Za-z][A-Za-z0-9]{0,4}$/.test(name)) return name;
	const extension = extensionFor(mimeType) ?? /^\w+\/([a-z0-9]{1,5})$/.exec(mimeType)?.[1] ?? 'bin';
	return `${name === '' ? 'file' : name}.${extension}`;
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
