import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { ByteReader } from './sound/containers/byteReader';
import { openRecording } from './sound/formats';
import { SeveralFiles, Unreadable } from './sound/containers/recording';
import {
	brokenOff,
	emptyDownload,
	openDownload,
	fileTooLarge,
	type DownloadLimits,
} from './download';
import { checkSize, inputFile } from './inputFile';
import { storedBinary } from './outputFile';
import { StoredFile } from './storedFile';
import { bytesToKnow } from './kinds';
import { nameFor, recognized, type Recognized } from './recognized';
import { withHead } from './sniff';
import { giveUp, isStream, streamOf } from '../core/streams';

/** A multiple of 3, so that its base64 stands alone. */
const SLICE = 786_432;
const LONGEST_DOWNLOAD_MS = 3_600_000;

/** A file of any size that can be read from its start as often as needed, without being in memory whole. */
export interface InputSource {
	fileName?: string;
	fileExtension?: string;
	mimeType: string;
	size: number;
	open(): Promise<AsyncIterable<Uint8Array>>;
}

/** A source whose bytes say what it is. */
export interface KnownSource extends InputSource, Recognized {
	fileName: string;
}

/** The source with its media type and extension by its bytes; its name keeps what is no wrong extension. */
export async function knownSource(source: InputSource): Promise<KnownSource> {
	const found = recognized(source, await startOf(source));
	return { ...source, ...found, fileName: nameFor(source.fileName, found.extension) };
}

async function startOf({ open }: InputSource): Promise<Buffer> {
	const chunks: Uint8Array[] = [];
	let [bytes, enough] = [0, Infinity];
	for await (const chunk of await open()) {
		chunks.push(chunk);
		bytes += chunk.length;
		if (enough === Infinity && bytes >= 10) enough = bytesToKnow(Buffer.concat(chunks));
		if (bytes >= enough) break;
	}
	return Buffer.concat(chunks);
}

/** The file in a binary field of the item; throws a ServiceFailure when it is missing, empty or larger than `limit` bytes. */
export async function inputSource(
	context: IExecuteSingleFunctions,
	field: string,
	limit: number,
): Promise<InputSource> {
	const { id, data, mimeType, fileExtension, fileName } = inputFile(context, field);
	const size =
		id === undefined
			? Buffer.byteLength(data, 'base64')
			: (await context.helpers.getBinaryMetadata(id)).fileSize;
	checkSize(field, size, limit);
	const open = async () =>
		id === undefined ? slices(data) : await context.helpers.getBinaryStream(id);
	return { fileName, fileExtension, mimeType, size, open };
}

/** The source as a file of a form; `seconds` is how long it plays, where that is known. */
export function sourceFile(
	{ open, size, fileName, mimeType }: KnownSource,
	seconds?: number,
): File {
	return new StoredFile(open, size, fileName, mimeType, seconds);
}

/**
 * How long a recording plays, and whether parts of it cannot be read or its header says less than it holds: a decoder would end there,
 * or pass over them. Nothing is known of one in a format that cannot be split.
 */
export async function soundOf({
	open,
}: InputSource): Promise<{ seconds?: number; isDamaged: boolean }> {
	const reader = new ByteReader(await open(), open);
	try {
		const { units, gaps, hasSoundAfterEnd: lies } = await openRecording(reader);
		let seconds = 0;
		for await (const unit of units) seconds += unit.seconds;
		return { seconds, isDamaged: gaps.length > 0 || lies?.() === true };
	} catch (error) {
		return { isDamaged: isSeveral(error) };
	} finally {
		await reader.close();
	}
}

/** Whether a recording cannot be split because it is several; throws an error of another kind again. */
function isSeveral(error: unknown): boolean {
	if (error instanceof Unreadable) return error instanceof SeveralFiles;
	throw error;
}

/**
 * The file behind an address. One of at most `atOnce` bytes stays in memory; a larger one goes through n8n's binary storage, so that
 * its server is not kept waiting. Throws a ServiceFailure when it cannot be fetched, or is larger than the limit.
 */
export async function linkedSource(
	context: IExecuteSingleFunctions,
	address: string,
	limits: DownloadLimits,
	atOnce: number,
): Promise<InputSource> {
	const { host, body, mimeType, fileName } = await openDownload(context, address, limits);
	const stream = isStream(body) ? body : only(Buffer.from(String(body ?? '')));
	AbortSignal.timeout(LONGEST_DOWNLOAD_MS).addEventListener('abort', () => giveUp(body));
	const broken = () => brokenOff(limits.label, host);
	const { head, all } = await withHead(stream, atOnce + 1).catch(() => {
		throw broken();
	});
	if (head.length === 0) throw emptyDownload(limits.label, host);
	if (head.length <= atOnce) {
		return { fileName, mimeType, size: head.length, open: async () => only(head) };
	}
	let passed = 0;
	async function* bounded() {
		for await (const chunk of all) {
			passed += chunk.length;
			if (passed > limits.limit) return;
			yield chunk;
		}
	}
	const { binary, facts } = await storedBinary(
		context,
		streamOf(bounded(), body),
		fileName,
		mimeType,
	).catch(() => {
		throw broken();
	});
	if (passed > limits.limit) throw fileTooLarge(limits);
	const { id, data } = binary;
	const open = async () =>
		id === undefined ? slices(data) : await context.helpers.getBinaryStream(id);
	return { fileName, mimeType, size: Number(facts.bytes), open };
}

async function* only(bytes: Buffer): AsyncGenerator<Buffer> {
	yield bytes;
}

/** A file that n8n keeps in memory, as base64. */
async function* slices(data: string): AsyncGenerator<Buffer> {
	const step = (SLICE / 3) * 4;
	for (let at = 0; at < data.length; at += step) {
		yield Buffer.from(data.slice(at, at + step), 'base64');
	}
}
