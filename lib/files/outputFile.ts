import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { ItemContext } from '../core/execution';
import { cutPictureProblem } from './cutPicture';
import { StructureCheck } from './structureCheck';
import { header, mediaType, requestIdOf, type Answer } from '../core/answer';
import { MAX_ANSWER_BYTES } from '../core/bounds';
import { inTurns, nextTurn, wait } from '../core/clock';
import { cancelBody, isStream, streamOf } from '../core/streams';
import {
	missingFileFailure,
	textInsteadOfFileFailure,
	fileNotStoredFailure,
	unexpectedFormatFailure,
	fileOverLimitFailure,
} from './fileFailure';
import { isKnownByBytes } from './fileKinds';
import { inspectBody, isMediaType, type InspectedBody } from './inspectBody';
import {
	fieldName,
	outputBinaryFieldName,
	outputFileNaming,
	storedName,
	type FileNaming,
	type KeptNaming,
} from './outputNames';
import { mediaTypeAs, ofKind } from './recognizeFile';

type StoredContent = Parameters<ItemContext['helpers']['prepareBinaryData']>[0];

export interface OutputFileOptions {
	kind: 'audio' | 'image' | 'video';
	/** Name of the file, without extension, if the user sets none. */
	stem: string;
	/** Format that was asked for; raw samples have nothing else to know them by. */
	format?: string;
	/** What follows the name of the user or the stem, where one item has several files. */
	suffix?: string;
	/** The most bytes it may have, where the user can say it: Max File Size (MB). */
	maxBytes?: number;
}

/**
 * Streams the body of an answer into n8n's binary store and returns one item with the file and its facts.
 * Name and field are read from the parameters `options.fileName` and `outputBinaryField`.
 * A file whose structure shows that it is damaged is paid for as well: it is kept, and `damaged` says what is wrong with it.
 * So is one that nothing knows. Throws a ServiceFailure when the body is JSON, text or another kind of media, is empty, or breaks off.
 */
export async function storeAnswerFile(
	context: ItemContext,
	answer: Answer,
	fileOptions: OutputFileOptions,
): Promise<INodeExecutionData> {
	const { maxBytes } = fileOptions;
	const declaredBytes = Number(header(answer, 'content-length') ?? 0);
	if (isStream(answer.body) && declaredBytes > (maxBytes ?? MAX_ANSWER_BYTES.media)) {
		cancelBody(answer.body);
		throw fileNotStoredFailure(answer, fileOverLimitFailure(declaredBytes, maxBytes));
	}
	const inspectedBody = await inspectBody(answer).catch((error: unknown) => {
		throw fileNotStoredFailure(answer, error);
	});
	const { isFile, kind, head } = inspectedBody;
	if (!isFile) throw await textInsteadOfFileFailure(answer);
	const mimeType = fileMediaType(answer, inspectedBody, fileOptions);
	const isKnown = mimeType !== undefined;
	const storedType = mimeType ?? labelOfUnknown(answer, fileOptions);
	const naming = outputFileNaming(
		context,
		isKnown ? fileOptions : { ...fileOptions, format: 'bin' },
		storedType,
	);
	const isRaw = RAW_SOUND_TYPE.test(storedType);
	const structure = new StructureCheck(head, isRaw ? undefined : kind?.structure);
	const content = await checkedContent(answer.body, structure, maxBytes).catch((error: unknown) => {
		throw fileNotStoredFailure(answer, error);
	});
	const item = await storeReceived(context, answer, content, async () => {
		return await storeItem(context, content, naming, storedType);
	});
	if (item.json.bytes === 0)
		throw missingFileFailure(answer, 'The file that the service sent is empty');
	const { bytes } = item.json;
	const damaged =
		(isKnown ? undefined : unknownFormatProblem(fileOptions, head)) ??
		structure.problem() ??
		(isRaw || !Buffer.isBuffer(content) ? undefined : await cutPictureProblem(content)) ??
		cutSampleProblem(storedType, bytes) ??
		unknownLengthProblem(answer, bytes);
	if (damaged !== undefined) context.logger.warn(damaged, modelAndRequest(answer));
	const facts = { ...modelAndRequest(answer), ...(damaged === undefined ? {} : { damaged }) };
	return { ...item, json: { ...item.json, ...facts } };
}

/**
 * The media type of a file: its bytes decide, and its label only where the format holds several kinds of content, such as MP4.
 * Undefined where nothing knows it. Throws a ServiceFailure for another kind of file.
 */
function fileMediaType(
	answer: Answer,
	{ kind: found, head }: InspectedBody,
	{ kind, format }: OutputFileOptions,
): string | undefined {
	const declared = usableLabel(answer, kind);
	const isRaw = RAW_SOUND_TYPE.test(declared) || (format === 'pcm' && declared === '');
	const isWeak = found === undefined || WEAK_STARTS.has(found.extension) || head[0] === 0xff;
	if (isRaw && isWeak) return declared || 'audio/pcm';
	if (found === undefined) return undefined;
	const file = ofKind(found);
	if (!file.families.includes(kind))
		throw unexpectedFormatFailure(answer, found.structure?.name ?? found.mimeType, kind);
	const [label] =
		Object.entries(found.labels ?? {}).find(
			([type, extension]) =>
				extension !== found.extension && (type === declared || extension === format),
		) ?? [];
	return label ?? mediaTypeAs(kind, file);
}

/** What nothing knows is paid for all the same, and keeps its label where its bytes do not refute it. */
function labelOfUnknown(answer: Answer, { kind }: OutputFileOptions): string {
	const declared = usableLabel(answer, kind);
	return declared === '' || isKnownByBytes(declared) ? 'application/octet-stream' : declared;
}

function unknownFormatProblem({ kind }: OutputFileOptions, head: Buffer): string {
	return `The file is in no format of ${kind} that is known: it starts with ${head.toString('hex', 0, 16)}`;
}

/** The label, where it is one media type, and of the kind that was asked for. */
function usableLabel(answer: Answer, kind: OutputFileOptions['kind']): string {
	const label = mediaType(answer);
	return isMediaType(label) && label.startsWith(`${kind}/`) ? label : '';
}

/** Raw samples can start with the few bytes of these, as with those of sound without a container. */
const WEAK_STARTS = new Set(['ico', 'bmp', 'tif', 'jxl', 'ts', 'mpg', 'gz', 'au']);
const RAW_SOUND_TYPE = /^audio\/(pcm|x-pcm|l16|l24|basic)$/;

/** What is wrong with raw samples of 16 bits, which nothing but their number shows. */
function cutSampleProblem(mimeType: string, bytes: unknown): string | undefined {
	if (!TYPE_OF_16_BIT_SAMPLES.test(mimeType) || Number(bytes) % 2 === 0) return undefined;
	return 'The PCM file ends in the middle of a sample';
}

const TYPE_OF_16_BIT_SAMPLES = /^audio\/(pcm|x-pcm|l16)$/;

function unknownLengthProblem({ headers }: Answer, bytes: unknown): string | undefined {
	const length = headers['content-length'];
	if (length === undefined || Number(length) === bytes) return undefined;
	return 'The file was sent compressed, so it is not known whether it is whole';
}

/** So many bytes of a file are held in memory until n8n has stored it: a picture, a minute of sound. */
const MAX_BYTES_IN_HAND = 16_000_000;

/** The body, whose structure is looked at and whose bytes are counted: in one piece unless it is large. Throws what stops the stream. */
async function checkedContent(
	body: unknown,
	structure: StructureCheck,
	maxBytes?: number,
): Promise<StoredContent> {
	if (!isStream(body)) {
		if (Buffer.isBuffer(body)) structure.addChunk(body);
		return body as StoredContent;
	}
	const chunks = checkedChunks(body, structure, maxBytes);
	const inHand: Uint8Array[] = [];
	for (let bytes = 0; bytes <= MAX_BYTES_IN_HAND;) {
		const { done, value } = await chunks.next();
		if (done === true) return Buffer.concat(inHand);
		inHand.push(value);
		bytes += value.length;
	}
	async function* wholeFile() {
		yield* inHand.splice(0);
		yield* chunks;
	}
	return streamOf(wholeFile(), body);
}

/** Bytes in the form in which n8n stores them like that file: in one piece where it keeps files in its memory, else as a stream. */
export async function contentLike(
	context: ItemContext,
	{ id }: Partial<IBinaryData> = {},
	bytes: AsyncIterable<Uint8Array>,
): Promise<StoredContent> {
	if (id === undefined) {
		const pieces: Uint8Array[] = [];
		for await (const piece of inTurns(bytes)) pieces.push(piece);
		const whole = Buffer.concat(pieces);
		// N8n makes base64 of it in one piece.
		await nextTurn();
		return whole;
	}
	const sample = await context.helpers.getBinaryStream(id);
	cancelBody(sample);
	return streamOf(bytes, sample);
}

async function* checkedChunks(
	chunks: AsyncIterable<Uint8Array>,
	structure: StructureCheck,
	maxBytes?: number,
): AsyncGenerator<Uint8Array> {
	let bytes = 0;
	for await (const chunk of chunks) {
		bytes += chunk.length;
		if (bytes > (maxBytes ?? MAX_ANSWER_BYTES.media))
			throw fileOverLimitFailure(undefined, maxBytes);
		structure.addChunk(chunk);
		yield chunk;
	}
}

/** Someone may free space meanwhile; no other item is sent from the place of this one. */
const STORE_PAUSES_MS = [1_000, 3_000, 9_000];

/**
 * Stores what an answer brought, again after pauses while its bytes are still here. Throws a ServiceFailure, which ends the run where n8n can store
 * nothing: the next answers would be paid for and lost as well.
 */
export async function storeReceived<T>(
	context: ItemContext,
	answer: Answer,
	content: unknown,
	store: () => Promise<T>,
): Promise<T> {
	// The file of a job stays at the service, where it is fetched again.
	const pauses = answer.charge !== 'none' && Buffer.isBuffer(content) ? STORE_PAUSES_MS : [];
	for (const pause of [...pauses, undefined]) {
		try {
			return await store();
		} catch (error) {
			if (pause === undefined) throw fileNotStoredFailure(answer, error);
			await wait(pause, context.getExecutionCancelSignal());
		}
	}
	throw new TypeError('A file is stored, or it is not');
}

/** The model that ran and the request ID, null where the service did not send them. */
export function modelAndRequest(answer: Answer): IDataObject {
	return {
		model: header(answer, 'x-service-model-id') ?? null,
		requestId: requestIdOf(answer.headers) ?? null,
	};
}

/** One item with a file put into n8n's binary store, in the field of its parameter. `bytes` counts what was stored. */
export async function storeItem(
	context: ItemContext,
	content: StoredContent,
	named: FileNaming | string,
	mimeType: string,
): Promise<INodeExecutionData> {
	const { binary, facts } = await storeBinary(context, content, named, mimeType);
	return { json: facts, binary: { [outputBinaryFieldName(context)]: binary } };
}

export async function storeBinary(
	context: ItemContext,
	content: StoredContent,
	named: FileNaming | string,
	mimeType: string,
): Promise<{ binary: IBinaryData; facts: IDataObject }> {
	const fileName = storedName(context, named);
	const stored = await context.helpers.prepareBinaryData(content, fileName, mimeType);
	const bytes = await storedSizeOf(context, stored);
	const facts = { fileName, mimeType, bytes };
	if (typeof named === 'string') return { binary: stored, facts };
	const naming: KeptNaming = { ...named, field: fieldName(context, named.parameter) };
	return { binary: { ...stored, naming: JSON.stringify(naming) }, facts };
}

/** The same for a file beside an error: undefined when it cannot be stored, as a full disk must not cost what was made. */
export async function storeBinaryIfPossible(
	context: ItemContext,
	content: StoredContent,
	fileName: string,
	mimeType: string,
): Promise<IBinaryData | undefined> {
	try {
		return (await storeBinary(context, content, fileName, mimeType)).binary;
	} catch {
		return undefined;
	}
}

async function storedSizeOf(context: ItemContext, stored: IBinaryData): Promise<number> {
	if (typeof stored.bytes === 'number') return stored.bytes;
	if (stored.id === undefined) return Buffer.byteLength(stored.data, 'base64');
	return (await context.helpers.getBinaryMetadata(stored.id)).fileSize;
}
