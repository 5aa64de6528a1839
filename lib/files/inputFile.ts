import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import { isToolRun, type ItemContext } from '../core/execution';
import { badInput } from '../core/failure';
import { isRecord, omitKeys } from '../core/record';
import { megabytes } from '../core/streams';
import { accept } from '../fields/accept';
import {
	nameWithExtension,
	recognizeByBytes,
	type FileLabels,
	type RecognizedFile,
} from './recognizeFile';

export interface KnownFile extends RecognizedFile {
	bytes: Buffer;
	/** Without one where nothing names the file. */
	fileName?: string;
}

export function recognizeFile(labels: FileLabels, bytes: Buffer): KnownFile {
	const recognizedFile = recognizeByBytes(labels, bytes);
	const { fileName } = labels;
	return {
		bytes,
		...recognizedFile,
		...(fileName ? { fileName: nameWithExtension(fileName, recognizedFile.extension) } : {}),
	};
}

/** Which file the user names: one of the item, or one that a text stands for. */
export interface FileChoice {
	fileSource: 'binary' | 'url';
	/** A name, a path into the JSON, or what an expression on a file returns. */
	inputBinaryField?: unknown;
	fileUrl?: string;
}

/** A file of the item, and what it is called in sentences. */
export interface ItemFile {
	place: string;
	labels: IBinaryData;
}
export function readFileChoice(context: ItemContext): FileChoice {
	const isByUrl = context.parameters.fileSource === 'url';
	return isByUrl
		? { fileSource: 'url', fileUrl: String(context.parameters.fileUrl ?? '') }
		: { fileSource: 'binary', inputBinaryField: context.parameters.inputBinaryField ?? '' };
}

/**
 * The files of the item by their names, wherever n8n keeps them: its binary data, and its JSON where the workflow's setting says so. Other JSON
 * comes from outside and may name a file of another workflow, as may that of an agent.
 */
export function itemFiles(
	context: FileContext,
	{ json, binary }: Partial<INodeExecutionData> = context.getInputData() ?? {},
): Record<string, IBinaryData> {
	const inJson = keepsFilesInJson(context) ? json?.[FILES_IN_JSON] : undefined;
	if (!isRecord(inJson)) return binary ?? {};
	const files = Object.entries(inJson).filter(([, file]) => isFileOfItem(file));
	return { ...(Object.fromEntries(files) as Record<string, IBinaryData>), ...binary };
}
export function jsonWithoutFiles(context: FileContext): IDataObject {
	const { json } = context.getInputData();
	return keepsFilesInJson(context) ? (omitKeys(json, FILES_IN_JSON) as IDataObject) : json;
}

/** Where n8n 2 keeps the files of an item under the setting "Execution logic v2". */
const FILES_IN_JSON = '_files';

export type FileContext = Pick<ItemContext, 'getInputData' | 'getWorkflowSettings' | 'getNode'>;

function keepsFilesInJson(context: FileContext): boolean {
	return context.getWorkflowSettings().binaryMode === 'combined' && !isToolRun(context.getNode());
}

function isFileOfItem(value: unknown): value is IBinaryData {
	if (!isRecord(value) || typeof value.mimeType !== 'string') return false;
	return typeof value.id === 'string' || typeof value.data === 'string';
}

const FIELD_NAME = { label: 'Input Binary Field', kind: 'text', isName: true } as const;

/** The file that the panel names; if it names none, the only one of the item. Throws a ServiceFailure where there are none, or several to choose from. */
export function requiredFile(context: ItemContext, given: unknown): ItemFile {
	if (isFileOfItem(given) && !isToolRun(context.getNode()))
		return { place: 'The file in Input Binary Field', labels: given };
	const enteredField = String(accept(FIELD_NAME, given, 'UTC') ?? '');
	const files = itemFiles(context);
	const names = Object.keys(files);
	const [only] = names;
	const field = enteredField === '' && names.length === 1 ? only : enteredField;
	const labels =
		field === undefined || Object.hasOwn(files, field)
			? files[String(field)]
			: fileAtPath(context, field);
	if (labels !== undefined) return { place: `The file in the binary field "${field}"`, labels };
	const isNamed = enteredField !== '';
	const what = isNamed
		? `The item has no file in the binary field "${enteredField}"`
		: 'The item has no file';
	if (names.length === 0)
		throw badInput(`${what}: it has no binary data at all`, cureForNoFile(context));
	if (isNamed && isToolRun(context.getNode()))
		throw badInput(`${what}; it has ${quotedList(names)}`, cureForNoFile(context));
	const orEmpty = isNamed && names.length === 1 ? ', or leave it empty' : '';
	throw badInput(
		isNamed ? `${what}; it has ${quotedList(names)}` : `The item has ${names.length} files`,
		`Enter ${names.length === 1 ? '' : 'one of '}${quotedList(names)} in Input Binary Field${orEmpty}.`,
	);
}

/** The file at a path of the JSON, as n8n's own nodes read it: `_files.data`. */
function fileAtPath(context: ItemContext, path: string): IBinaryData | undefined {
	if (path === '' || !keepsFilesInJson(context)) return undefined;
	try {
		return context.helpers.assertBinaryData(path);
	} catch {
		return undefined;
	}
}

export function quotedList(names: string[]): string {
	return names.map((name) => `"${name}"`).join(', ');
}

function cureForNoFile(context: ItemContext): string {
	return isToolRun(context.getNode())
		? 'Agents cannot pass files: set File Source to URL, and let the agent fill in the URL.'
		: 'Read or download the file in a node before this one, or use a URL instead.';
}

/** The size of a file in bytes; throws a ServiceFailure when it is empty or larger than `limit`. */
export async function fitSizeOf(
	context: ItemContext,
	{ place, labels: { id, data } }: ItemFile,
	limit: number,
): Promise<number> {
	const size =
		id === undefined
			? Buffer.byteLength(data, 'base64')
			: (await context.helpers.getBinaryMetadata(id)).fileSize;
	if (size === 0) throw badInput(`${place} is empty`, 'Check the node that makes the file.');
	if (size <= limit) return size;
	throw badInput(
		`${place} has ${megabytes(size)} MB, but at most ${megabytes(limit)} MB are allowed`,
		'Make the file smaller, or split it.',
	);
}

/** The bytes of that file; throws a ServiceFailure when it is empty or larger than `limit` bytes. */
export async function readInputBytes(
	context: ItemContext,
	file: ItemFile,
	limit: number,
): Promise<Buffer> {
	await fitSizeOf(context, file, limit);
	return await readFileBytes(context, file.labels);
}

/** That file with its bytes, and with the media type and the name that they have. Throws like `readInputBytes`. */
export async function readKnownInputFile(
	context: ItemContext,
	file: ItemFile,
	limit: number,
): Promise<KnownFile> {
	return recognizeFile(file.labels, await readInputBytes(context, file, limit));
}

/** The bytes of a file, wherever n8n keeps it. */
export async function readFileBytes(
	context: ItemContext,
	{ id, data }: IBinaryData,
): Promise<Buffer> {
	if (id === undefined) return Buffer.from(data, 'base64');
	return await context.helpers.binaryToBuffer(await context.helpers.getBinaryStream(id));
}
