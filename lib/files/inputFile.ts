import type { IBinaryData, IExecuteSingleFunctions } from 'n8n-workflow';

import { isToolRun } from '../core/execution';
import { badInput } from '../core/failure';
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

/** Which file the user names: one in a binary field of the item, or one that a text stands for. */
export interface FileChoice {
	fileSource: 'binary' | 'url';
	inputBinaryField?: string;
	fileUrl?: string;
}

/** The choice in the panel's fields File Source, Input Binary Field and File URL. */
export function readFileChoice(context: IExecuteSingleFunctions): FileChoice {
	const read = (name: string) => String(context.getNodeParameter(name, '') ?? '');
	const isByUrl = context.getNodeParameter('fileSource', 'binary') === 'url';
	return isByUrl
		? { fileSource: 'url', fileUrl: read('fileUrl') }
		: { fileSource: 'binary', inputBinaryField: read('inputBinaryField') };
}

/** The file of a choice that is in a binary field. Throws a ServiceFailure where it is not there; what it is, its bytes say when they are read. */
export function requireChosenFile(
	context: IExecuteSingleFunctions,
	{ inputBinaryField }: Pick<FileChoice, 'inputBinaryField'>,
): IBinaryData {
	return requiredInputFile(context, binaryFieldName(context, inputBinaryField));
}

/** The binary field that the panel names; if it names none, that of the only file of the item. Throws a ServiceFailure where there are none or several. */
export function binaryFieldName(context: IExecuteSingleFunctions, given: unknown): string {
	const enteredField = typeof given === 'string' ? given.trim() : '';
	if (enteredField !== '') return enteredField;
	const names = Object.keys(context.getInputData()?.binary ?? {});
	const [only] = names;
	if (only !== undefined && names.length === 1) return only;
	if (only === undefined)
		throw badInput('The item has no file: it has no binary data at all', cureForNoFile(context));
	throw badInput(
		`The item has ${names.length} files`,
		`Enter one of ${quotedList(names)} in Input Binary Field.`,
	);
}

function quotedList(names: string[]): string {
	return names.map((name) => `"${name}"`).join(', ');
}

function cureForNoFile(context: IExecuteSingleFunctions): string {
	return isToolRun(context.getNode())
		? 'Agents cannot pass files: set File Source to URL, and let the agent fill in the URL.'
		: 'Read or download the file in a node before this one, or use a URL instead.';
}

/** The file in a binary field of the current item; throws a ServiceFailure that names the fields there are. */
export function requiredInputFile(context: IExecuteSingleFunctions, field: string): IBinaryData {
	const binary = context.getInputData()?.binary ?? {};
	const file = binary[field];
	if (file !== undefined) return file;
	const names = Object.keys(binary);
	throw badInput(
		names.length === 0
			? `The item has no file in the binary field "${field}": it has no binary data at all`
			: `The item has no file in the binary field "${field}"; it has ${quotedList(names)}`,
		names.length === 0 || isToolRun(context.getNode())
			? cureForNoFile(context)
			: `Enter ${names.length === 1 ? '' : 'one of '}${quotedList(names)} in Input Binary Field${names.length === 1 ? ', or leave it empty' : ''}.`,
	);
}

/** The bytes of that file; throws a ServiceFailure when it is missing, empty or larger than `limit` bytes. */
export async function readInputBytes(
	context: IExecuteSingleFunctions,
	field: string,
	limit: number,
): Promise<Buffer> {
	requiredInputFile(context, field);
	const bytes = await context.helpers.getBinaryDataBuffer(field);
	rejectUnfitSize(field, bytes.length, limit);
	return bytes;
}

/** That file with its bytes, and with the media type and the name that they have. Throws like `readInputBytes`. */
export async function readKnownInputFile(
	context: IExecuteSingleFunctions,
	field: string,
	limit: number,
): Promise<KnownFile> {
	const labels = requiredInputFile(context, field);
	return recognizeFile(labels, await readInputBytes(context, field, limit));
}

/** Refuses a file in a binary field that is empty or larger than `limit` bytes. */
export function rejectUnfitSize(field: string, bytes: number, limit: number): void {
	if (bytes === 0) throw badInput(`The file in the binary field "${field}" is empty`);
	if (bytes > limit) {
		throw badInput(
			`The file in the binary field "${field}" has ${megabytes(bytes)} MB, but at most ${megabytes(limit)} MB are allowed`,
		);
	}
}

function megabytes(bytes: number): number {
	return Math.round(bytes / 100_000) / 10;
}
