import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

export type Payload =
	| { json: unknown; compress?: boolean }
	| { bytes: Buffer; type: string }
	| { stream: AsyncIterable<Buffer>; type: string };

/** What a route gives back; the pipeline adds the headers that every answer has. */
export interface Answer {
	status?: number;
	headers?: Record<string, string>;
	payload: Payload;
}

interface Manner {
	acceptEncoding?: string;
	/** After half of the body the socket dies, ends in good order (`short`), or stays open without another byte (`stall`); before it, it dies (`headers`) or stays open (`silent`). */
	cut?: 'before' | 'headers' | 'midway' | 'short' | 'stall' | 'silent';
	slow?: { pieces: number; everyMs: number };
}

/** Writes an answer to the socket, whole and at once or as `options` say. */
export async function writeAnswer(
	raw: ServerResponse,
	answer: Answer & { status: number },
	options: Manner = {},
): Promise<void> {
	const { status, headers = {}, payload } = answer;
	if ('stream' in payload) {
		raw.writeHead(status, { 'content-type': payload.type, ...headers });
		const { cut, slow } = options;
		if (!cut) return pipeline(slow ? slowStream(payload.stream, slow) : payload.stream, raw);
		const part = isCutBeforeBody(cut) ? [] : firstHalf(payload.stream);
		for await (const piece of part) raw.write(piece);
		return cutAfterFlush(raw, Buffer.alloc(0), cut);
	}
	const { bytes, type, encoding } = encode(payload, options.acceptEncoding ?? '');
	raw.writeHead(status, {
		'content-type': type,
		...headers,
		// Pieces have no length in all (RFC 9112, 6.2).
		...(headers['transfer-encoding'] === undefined && { 'content-length': bytes.length }),
		...(encoding && { 'content-encoding': encoding }),
	});
	const half = isCutBeforeBody(options.cut) ? 0 : bytes.length >> 1;
	if (options.cut) await cutAfterFlush(raw, bytes.subarray(0, half), options.cut);
	else if (options.slow) await pipeline(slowly(bytes, options.slow), raw);
	else raw.end(bytes);
}

function isCutBeforeBody(cut: Manner['cut']): boolean {
	return cut === 'headers' || cut === 'silent';
}

function encode(payload: Exclude<Payload, { stream: unknown }>, acceptEncoding: string) {
	if ('bytes' in payload) return { ...payload, encoding: undefined };
	const bytes = Buffer.from(JSON.stringify(payload.json));
	const type = 'application/json; charset=utf-8';
	return payload.compress && /\bgzip\b/.test(acceptEncoding)
		? { bytes: gzipSync(bytes), type, encoding: 'gzip' }
		: { bytes, type, encoding: undefined };
}

async function* firstHalf(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
	const pieces: Buffer[] = [];
	for await (const piece of stream) pieces.push(piece);
	yield* pieces.slice(0, Math.max(1, pieces.length >> 1));
}

async function* slowStream(stream: AsyncIterable<Buffer>, slow: NonNullable<Manner['slow']>) {
	const pieces: Buffer[] = [];
	for await (const piece of stream) pieces.push(piece);
	yield* slowly(Buffer.concat(pieces), slow);
}

async function* slowly(bytes: Buffer, { pieces, everyMs }: { pieces: number; everyMs: number }) {
	const size = Math.max(1, Math.ceil(bytes.length / pieces));
	for (let start = 0; start < bytes.length; start += size) {
		await pause(everyMs, undefined, { ref: false });
		yield bytes.subarray(start, start + size);
	}
}

/** The part must have left before the socket dies, or the caller would see no answer at all. */
function cutAfterFlush(raw: ServerResponse, part: Buffer, cut: Manner['cut']): Promise<void> {
	return new Promise((resolve) => {
		raw.flushHeaders();
		const die = () => {
			if (cut === 'stall' || cut === 'silent') return void raw.once('close', resolve);
			if (cut === 'short') raw.socket?.end();
			else raw.destroy();
			resolve();
		};
		if (part.length) raw.write(part, () => setImmediate(die));
		else setImmediate(die);
	});
}
