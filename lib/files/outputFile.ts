import type {
	IBinaryData,
	IDataObject,
	IExecuteSingleFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import { isKnownType } from '../media/formats';
import { Structure } from '../media/structure';
import { header, mediaType, requestId, type Answer } from '../base/answer';
import { isStream, streamOf } from '../base/streams';
import { broken, notAFile, notMedia, notStored } from './fileFailure';
import { glance, isMediaType } from './sniff';

const EXTENSIONS: Record<string, string> = {
	'audio/mpeg': 'mp3',
	'audio/mp3': 'mp3',
	'audio/opus': 'opus',
	'audio/ogg': 'ogg',
	'audio/aac': 'aac',
	'audio/flac': 'flac',
	'audio/x-flac': 'flac',
	'audio/wav': 'wav',
	'audio/x-wav': 'wav',
	'audio/pcm': 'pcm',
	'image/png': 'png',
	'image/jpeg': 'jpg',
	'image/webp': 'webp',
	'video/mp4': 'mp4',
	'video/webm': 'webm',
	'text/csv': 'csv',
};

const MEDIA_TYPES: Record<string, string> = {
	mp3: 'audio/mpeg',
	opus: 'audio/opus',
	aac: 'audio/aac',
	flac: 'audio/flac',
	wav: 'audio/wav',
	pcm: 'audio/pcm',
};

type Content = Parameters<IExecuteSingleFunctions['helpers']['prepareBinaryData']>[0];

export interface FileOptions {
	/** Name of the file, without extension, if the user sets none. */
	stem: string;
	/** Format that was asked for, used only when the answer does not say what it is. */
	format?: string;
	/** What follows the name of the user or the stem, where one item has several files. */
	suffix?: string;
}

/**
 * Streams the body of an answer into n8n's binary store and returns one item with the file and its facts.
 * Name and field are read from the parameters `options.fileName` and `outputBinaryField`.
 * A file whose structure shows that it is damaged is paid for as well: it is kept, and `damaged` says what is wrong with it.
 * Throws a ServiceFailure when the body is JSON, text or no media at all, is empty, or breaks off.
 */
export async function fileItem(
	context: IExecuteSingleFunctions,
	answer: Answer,
	fileOptions: FileOptions,
): Promise<INodeExecutionData> {
	const {
		isFile,
		found,
		head,
		answer: whole,
	} = await glance(answer).catch((error: unknown) => {
		throw notStored(answer, error);
	});
	if (!isFile) throw await notAFile(whole);
	const declared = mediaType(answer);
	if (head.length > 0 && found === undefined && isKnownType(declared)) {
		throw notMedia(answer, declared, head);
	}
	const mimeType = isMediaType(declared)
		? declared
		: (found ?? MEDIA_TYPES[fileOptions.format ?? ''] ?? 'application/octet-stream');

	const fileName = outputFileName(context, fileOptions, mimeType);
	const structure = new Structure(found === undefined ? Buffer.alloc(0) : head);
	const body = watched(whole.body, structure);
	const item = await storedItem(context, body, fileName, mimeType).catch((error: unknown) => {
		throw notStored(answer, error);
	});
	if (item.json.bytes === 0) throw broken(answer, 'The file that the service sent is empty');
	const damaged = structure.problem();
	if (damaged !== undefined) context.logger.warn(damaged, modelAndRequest(answer));
	const facts = { ...modelAndRequest(answer), ...(damaged === undefined ? {} : { damaged }) };
	return { ...item, json: { ...item.json, ...facts } };
}

/** The same body, whose structure is looked at while it is stored. */
function watched(body: unknown, structure: Structure): Content {
	if (!isStream(body)) {
		if (Buffer.isBuffer(body)) structure.add(body);
		return body as Content;
	}
	async function* passing(chunks: AsyncIterable<Uint8Array>) {
		for await (const chunk of chunks) {
			structure.add(chunk);
			yield chunk;
		}
	}
	return streamOf(passing(body), body);
}

/** The extension, without a dot, of files of a media type; undefined when it is not known. */
export function extensionFor(mimeType: string): string | undefined {
	return EXTENSIONS[mimeType];
}

/** The name of a file of that media type, as the user and the operation fileOptions it. */
export function outputFileName(
	context: IExecuteSingleFunctions,
	{ stem, format, suffix = '' }: FileOptions,
	mimeType: string,
): string {
	const extension = extensionFor(mimeType) ?? format ?? 'bin';
	const name = fileNameOf(context.getNodeParameter('options.fileName', ''), stem, extension);
	const dot = name.lastIndexOf('.');
	return `${name.slice(0, dot)}${suffix}${name.slice(dot)}`;
}

/** The model that ran and the request ID, null where the service did not send them. */
export function modelAndRequest(answer: Answer): IDataObject {
	return {
		model: header(answer, 'x-service-model-id') ?? null,
		requestId: requestId(answer.headers) ?? null,
	};
}

/**
 * One item with a file put into n8n's binary store, in the field that the parameter `outputBinaryField` names.
 * `bytes` counts what was stored.
 */
export async function storedItem(
	context: IExecuteSingleFunctions,
	content: Content,
	fileName: string,
	mimeType: string,
): Promise<INodeExecutionData> {
	const { binary, facts } = await storedBinary(context, content, fileName, mimeType);
	return { json: facts, binary: { [outputField(context)]: binary } };
}

/** The field that the parameter `outputBinaryField` names. */
export function outputField(context: IExecuteSingleFunctions): string {
	return String(context.getNodeParameter('outputBinaryField', 'data')).trim() || 'data';
}

/** A file put into n8n's binary store, and its name, media type and size. */
export async function storedBinary(
	context: IExecuteSingleFunctions,
	content: Content,
	fileName: string,
	mimeType: string,
): Promise<{ binary: IBinaryData; facts: IDataObject }> {
	const binary = await context.helpers.prepareBinaryData(content, fileName, mimeType);
	return { binary, facts: { fileName, mimeType, bytes: await sizeOf(context, binary) } };
}

async function sizeOf(context: IExecuteSingleFunctions, stored: IBinaryData): Promise<number> {
	if (typeof stored.bytes === 'number') return stored.bytes;
	if (stored.id === undefined) return Buffer.byteLength(stored.data, 'base64');
	return (await context.helpers.getBinaryMetadata(stored.id)).fileSize;
}

/** A safe file name: the fileOptions of the user, or the stem, always with an extension. */
export function fileNameOf(wished: unknown, stem: string, extension: string): string {
	const name = String(wished ?? '')
		.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_')
		.trim();
	if (name === '' || /^\.+$/.test(name)) return `${stem}.${extension}`;
	return /\.[A-Za-z][A-Za-z0-9]{0,4}$/.test(name) ? name : `${name}.${extension}`;
}
