import type { IBinaryData } from 'n8n-workflow';

import type { ItemContext } from '../core/execution';
import { ByteReader } from './sound/containers/byteReader';
import { openRecording, sumOfSeconds } from './sound/openRecording';
import {
	SeveralRecordingsError,
	unreadableOrThrow,
	type UnreadableSoundError,
} from './sound/containers/recording';
import {
	brokenOffDownloadFailure,
	emptyDownloadFailure,
	openDownload,
	fileTooLargeFailure,
	type DownloadLimits,
} from './download';
import { fitSizeOf, itemFiles, type ItemFile } from './inputFile';
import { storeBinary } from './outputFile';
import { StoredFile } from './storedFile';
import { bytesForKind, isArchive } from './fileKinds';
import {
	isPicture,
	nameWithExtension,
	recognizeByBytes,
	type RecognizedFile,
} from './recognizeFile';
import { inTurns } from '../core/clock';
import { badInput } from '../core/failure';
import { cancelBody, streamOf, readAll } from '../core/streams';

/** A multiple of 3, so that its base64 stands alone. */
const BASE64_SLICE_BYTES = 786_432;
/** What the service takes at most (docs/maintainers/service.md#recordings). */
const MAX_ARCHIVE_BYTES = 25_000_000;
const MAX_LINKED_DOWNLOAD_MS = 3_600_000;

/** A file of any size that can be read from its start as often as needed, without being in memory whole. */
export interface InputSource {
	fileName?: string;
	fileExtension?: string;
	mimeType: string;
	size: number;
	open(): Promise<AsyncIterable<Uint8Array>>;
}

export interface KnownSource extends InputSource, RecognizedFile {
	fileName: string;
}

/** The source with its media type and extension by its bytes; its name keeps what is no wrong extension. */
export async function recognizeSource(source: InputSource): Promise<KnownSource> {
	const start = await readStart(source);
	const found = recognizeByBytes(source, isArchive(start) ? await wholeOf(source) : start);
	return { ...source, ...found, fileName: nameWithExtension(source.fileName, found.extension) };
}

/** An archive says what it is by parts that may stand anywhere; one that no operation takes is not read whole. */
async function wholeOf({ open, size }: InputSource): Promise<Buffer> {
	return size > MAX_ARCHIVE_BYTES ? await readStart({ open }) : await readAll(await open());
}

async function readStart({ open }: Pick<InputSource, 'open'>): Promise<Buffer> {
	const chunks: Uint8Array[] = [];
	let [bytes, enough] = [0, Infinity];
	for await (const chunk of await open()) {
		chunks.push(chunk);
		bytes += chunk.length;
		if (enough === Infinity && bytes >= 10) enough = bytesForKind(Buffer.concat(chunks));
		if (bytes >= enough) break;
	}
	return Buffer.concat(chunks);
}

/** A file of the item; throws a ServiceFailure when it is empty or larger than `limit` bytes. */
export async function inputSource(
	context: ItemContext,
	file: ItemFile,
	limit: number,
): Promise<InputSource> {
	const { mimeType, fileExtension, fileName } = file.labels;
	const size = await fitSizeOf(context, file, limit);
	return { fileName, fileExtension, mimeType, size, open: openerOf(context, file.labels) };
}

/** The bytes of a file from its start, wherever n8n keeps it. */
export async function openFile(
	context: ItemContext,
	{ id, data }: IBinaryData,
): Promise<AsyncIterable<Uint8Array>> {
	return id === undefined ? inTurns(base64Slices(data)) : await context.helpers.getBinaryStream(id);
}

const openerOf =
	(context: ItemContext, file: IBinaryData): InputSource['open'] =>
	async () =>
		await openFile(context, file);

/** What was seen of files: storage may read a whole file for its start. */
const seenPictures = new WeakMap<IBinaryData, boolean | 'unclear'>();

/**
 * The names of the files of the item that are pictures, by their bytes. Throws a ServiceFailure for one that may be meant as a picture and is none,
 * with the cure of the caller.
 */
export async function picturesOf(context: ItemContext, cure: string): Promise<string[]> {
	const pictures: string[] = [];
	for (const [name, file] of Object.entries(itemFiles(context))) {
		const open = openerOf(context, file);
		const found = seenPictures.get(file) ?? isPicture(file, await readStart({ open }));
		seenPictures.set(file, found);
		if (found === 'unclear')
			throw badInput(`The file in the binary field "${name}" cannot be read as an image`, cure);
		if (found) pictures.push(name);
	}
	return pictures;
}

/** The source as a file of a form; `seconds` is how long it plays, where that is known. */
export function formFileOf(
	{ open, size, fileName, mimeType }: KnownSource,
	seconds?: number,
): File {
	return new StoredFile(open, size, fileName, mimeType, seconds);
}

export interface SoundFacts {
	seconds?: number;
	isDamaged: boolean;
	/** Why it cannot be split. */
	failure?: UnreadableSoundError;
}

/**
 * How long a recording plays, and whether parts of it cannot be read or its header says less than it holds: a decoder would end there,
 * or pass over them. Its bytes are read to the end, so that what cannot be split is known before a part is paid for.
 */
export async function soundFactsOf(
	context: ItemContext,
	{ open }: InputSource,
): Promise<SoundFacts> {
	const reader = new ByteReader(await open(), open, context.getExecutionCancelSignal());
	try {
		const { units, gaps, hasSoundAfterEnd: lies } = await openRecording(reader);
		const seconds = await sumOfSeconds(units);
		return { seconds, isDamaged: gaps.length > 0 || lies?.() === true };
	} catch (error) {
		const failure = unreadableOrThrow(error);
		return { isDamaged: failure instanceof SeveralRecordingsError, failure };
	} finally {
		await reader.close();
	}
}

/**
 * The file behind an address. One of at most `maxBytesInMemory` bytes stays in memory; a larger one goes through n8n's binary storage, so that
 * its server is not kept waiting. Throws a ServiceFailure when it cannot be fetched, or is larger than the limit.
 */
export async function downloadedSource(
	context: ItemContext,
	address: string,
	limits: DownloadLimits,
	maxBytesInMemory: number,
): Promise<InputSource> {
	const { host, body, mimeType, fileName } = await openDownload(context, address, limits);
	AbortSignal.timeout(MAX_LINKED_DOWNLOAD_MS).addEventListener('abort', () => cancelBody(body));
	const brokenDownload = () => brokenOffDownloadFailure(limits.label, host);
	const head = await body.head(maxBytesInMemory + 1).catch(() => {
		throw brokenDownload();
	});
	if (head.length === 0) throw emptyDownloadFailure(limits.label, host);
	if (head.length <= maxBytesInMemory) {
		return { fileName, mimeType, size: head.length, open: async () => asChunks(head) };
	}
	let passedBytes = 0;
	async function* boundedChunks() {
		for await (const chunk of body) {
			passedBytes += chunk.length;
			if (passedBytes > limits.limit) return;
			yield chunk;
		}
	}
	const { binary, facts } = await storeBinary(
		context,
		streamOf(boundedChunks(), body),
		fileName,
		mimeType,
	).catch(() => {
		throw brokenDownload();
	});
	if (passedBytes > limits.limit) throw fileTooLargeFailure(limits);
	return { fileName, mimeType, size: Number(facts.bytes), open: openerOf(context, binary) };
}

async function* asChunks(bytes: Buffer): AsyncGenerator<Buffer> {
	yield bytes;
}

function* base64Slices(data: string): Generator<Buffer> {
	const step = (BASE64_SLICE_BYTES / 3) * 4;
	for (let at = 0; at < data.length; at += step) {
		yield Buffer.from(data.slice(at, at + step), 'base64');
	}
}
