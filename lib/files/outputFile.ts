import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { ItemContext } from '../core/execution';
import { extensionFor, hasKnownStart, mediaTypesOf } from './fileFormats';
import { StructureCheck } from './structureCheck';
import { header, mediaType, requestIdOf, type Answer } from '../core/answer';
import { MAX_ANSWER_BYTES } from '../core/bounds';
import { isRecord } from '../core/record';
import { REHEARSAL_PREFIX, rehearsalMark } from '../core/rehearsal';
import { cancelBody, isStream, streamOf } from '../core/streams';
import {
	missingFileFailure,
	textInsteadOfFileFailure,
	notMediaFailure,
	fileNotStoredFailure,
	unexpectedFormatFailure,
	fileOverLimitFailure,
} from './fileFailure';
import { beforeExtension, fileNameOf, firstWords, itemNumber } from './fileName';
import { fileKindOf } from './fileKind';
import { inspectBody, isMediaType, type InspectedBody } from './inspectBody';

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
 * Throws a ServiceFailure when the body is JSON, text or no media at all, is empty, or breaks off.
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
	const { isFile, found, head, answer: whole } = inspectedBody;
	if (!isFile) throw await textInsteadOfFileFailure(whole);
	const mimeType =
		head.length === 0 ? mediaType(answer) : fileMediaType(answer, inspectedBody, fileOptions);
	const naming = outputFileNaming(context, fileOptions, mimeType);
	const structure = new StructureCheck(found === undefined ? Buffer.alloc(0) : head);
	const body = withChecks(whole.body, structure, maxBytes);
	const item = await storeItem(context, body, naming, mimeType).catch((error: unknown) => {
		throw fileNotStoredFailure(answer, error);
	});
	if (item.json.bytes === 0)
		throw missingFileFailure(answer, 'The file that the service sent is empty');
	const { bytes } = item.json;
	const damaged =
		structure.problem() ?? cutSampleProblem(mimeType, bytes) ?? unknownLengthProblem(answer, bytes);
	if (damaged !== undefined) context.logger.warn(damaged, modelAndRequest(answer));
	const facts = { ...modelAndRequest(answer), ...(damaged === undefined ? {} : { damaged }) };
	return { ...item, json: { ...item.json, ...facts } };
}

/**
 * The media type of a file: its bytes decide, and its label only where the format holds several kinds of content, such as MP4.
 * Throws a ServiceFailure for another kind of file, and for one of no known format that nothing names.
 */
function fileMediaType(
	answer: Answer,
	{ found, head }: InspectedBody,
	{ kind, format }: OutputFileOptions,
): string {
	const declared = mediaType(answer);
	const isRaw = RAW_SOUND_TYPE.test(declared) || (format === 'pcm' && !isMediaType(declared));
	// Sound without a container starts with a few bits that raw samples can start with.
	const isWeak = isRaw && head[0] === 0xff;
	if (found !== undefined && !isWeak) {
		const types = mediaTypesOf(found).filter((type) => type.startsWith(`${kind}/`));
		const [usualType] = types;
		if (usualType === undefined) throw unexpectedFormatFailure(answer, found.name, kind);
		const isOther = types.includes(declared) && extensionFor(declared) !== extensionFor(usualType);
		return isOther ? declared : usualType;
	}
	if (isRaw) return isMediaType(declared) ? declared : 'audio/pcm';
	if (!isMediaType(declared)) throw notMediaFailure(answer, `a known format of ${kind}`, head);
	if (hasKnownStart(declared)) throw notMediaFailure(answer, declared, head);
	if (declared === 'image/svg+xml' && fileKindOf(head)?.mimeType !== declared)
		throw notMediaFailure(answer, declared, head);
	if (declared.startsWith(`${kind}/`)) return declared;
	throw unexpectedFormatFailure(answer, declared, kind);
}

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

/** The body, whose structure is looked at and whose bytes are counted while it passes by. */
function withChecks(body: unknown, structure: StructureCheck, maxBytes?: number): StoredContent {
	if (!isStream(body)) {
		if (Buffer.isBuffer(body)) structure.addChunk(body);
		return body as StoredContent;
	}
	async function* checkedChunks(chunks: AsyncIterable<Uint8Array>) {
		let bytes = 0;
		for await (const chunk of chunks) {
			bytes += chunk.length;
			if (bytes > (maxBytes ?? MAX_ANSWER_BYTES.media))
				throw fileOverLimitFailure(undefined, maxBytes);
			structure.addChunk(chunk);
			yield chunk;
		}
	}
	return streamOf(checkedChunks(body), body);
}

/** What the name of a file is made of, and the parameter of its field: both are applied to each item again, also to one that a retry finds. */
export interface FileNaming {
	stem: string;
	extension: string;
	suffix?: string;
	/** Whether it has the number of its item, where the user sets no name. */
	isNumbered?: boolean;
	parameter?: 'outputBinaryField' | 'subtitleField';
}

/** What a file is kept with until its item comes out, as JSON: n8n has room for texts only. */
interface KeptNaming extends FileNaming {
	field: string;
}

/**
 * How a file of that media type is named: as the user entered it, or the stem with the first words of the prompt, so that a person recognizes the
 * file: `image-a-lighthouse-in-a-storm`. With the stem before them, the words are no name that a system reserves.
 */
export function outputFileNaming(
	context: ItemContext,
	{ stem, format, suffix = '' }: OutputFileOptions,
	mimeType: string,
): FileNaming {
	const words = firstWords(context.parameters.prompt);
	const name = words === '' ? stem : `${stem}-${words}`;
	return { stem: name, extension: extensionFor(mimeType) ?? format ?? 'bin', suffix };
}

/** The name that the user entered or, where there is none, the stem with the number of its item. */
export function wishedFileName(
	context: ItemContext,
	{ stem, extension, suffix = '', isNumbered = true }: FileNaming,
): string {
	const wished = context.parameters.options.fileName;
	const name = fileNameOf(wished, stem, extension);
	if (!isNumbered || String(wished ?? '').trim() !== '') return beforeExtension(name, suffix);
	// A prompt may end like the number of an item, and parts are numbered too.
	const looksNumbered = /-\d+\.[^.]+$/.test(name) || suffix.startsWith('-');
	const number = itemNumber(context) || (looksNumbered ? '-1' : '');
	return beforeExtension(name, `${number}${suffix}`);
}

/** The item with its files under the names and in the fields that the user wants now. */
export function withFileNames(context: ItemContext, item: INodeExecutionData): INodeExecutionData {
	const files = Object.entries(item.binary ?? {});
	if (files.every(([, { naming }]) => naming === undefined)) return item;
	const binary: Record<string, IBinaryData> = {};
	let { json } = item;
	for (const [key, { naming: kept, ...file }] of files) {
		const naming = kept === undefined ? undefined : (JSON.parse(String(kept)) as KeptNaming);
		const field = naming === undefined ? key : fieldFor(context, key, naming);
		const fileName = naming === undefined ? file.fileName : storedName(context, naming);
		binary[field] = { ...file, fileName, ...extensionFact(fileName) };
		const renamed = (facts: unknown) =>
			isRecord(facts) && facts.field === key ? { ...facts, field, fileName } : facts;
		json = {
			...json,
			...(json.fileName === file.fileName && { fileName }),
			...(Array.isArray(json.files) && { files: json.files.map(renamed) as IDataObject[] }),
		};
	}
	return { ...item, json, binary };
}

function fieldFor(context: ItemContext, key: string, { field, parameter }: KeptNaming): string {
	return key.startsWith(field) ? `${fieldName(context, parameter)}${key.slice(field.length)}` : key;
}

/** As n8n has it of a file that is stored under that name. */
function extensionFact(fileName = ''): Pick<IBinaryData, 'fileExtension'> {
	const dot = fileName.lastIndexOf('.');
	return dot > 0 ? { fileExtension: fileName.slice(dot + 1) } : {};
}

function storedName(context: ItemContext, named: FileNaming | string): string {
	const name = typeof named === 'string' ? named : wishedFileName(context, named);
	return rehearsalMark(context).rehearsal === true ? `${REHEARSAL_PREFIX}${name}` : name;
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

export function outputBinaryFieldName(context: ItemContext): string {
	return fieldName(context, 'outputBinaryField');
}

function fieldName(
	{ parameters }: ItemContext,
	parameter: FileNaming['parameter'] = 'outputBinaryField',
): string {
	return String(parameters[parameter] ?? '').trim() || 'data';
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
