import type { IBinaryData, IExecuteSingleFunctions } from 'n8n-workflow';

import { isToolRun } from '../core/execution';
import { badInput } from '../core/failure';
import { nameFor, recognized, type Labels, type Recognized } from './recognized';

/** A file in memory, and what it is by its bytes. */
export interface Known extends Recognized {
	bytes: Buffer;
	/** Without one where nothing names the file. */
	fileName?: string;
}

/** What bytes are, under the name that fits them. */
export function known(labels: Labels, bytes: Buffer): Known {
	const found = recognized(labels, bytes);
	const { fileName } = labels;
	return { bytes, ...found, ...(fileName ? { fileName: nameFor(fileName, found.extension) } : {}) };
}

/** The binary field that the panel names; if it names none, that of the only file of the item. Throws a ServiceFailure where there are none or several. */
export function binaryField(context: IExecuteSingleFunctions, given: unknown): string {
	const named = typeof given === 'string' ? given.trim() : '';
	if (named !== '') return named;
	const names = Object.keys(context.getInputData()?.binary ?? {});
	const [only] = names;
	if (only !== undefined && names.length === 1) return only;
	if (only === undefined)
		throw badInput('The item has no file: it has no binary data at all', noFileCure(context));
	throw badInput(
		`The item has ${names.length} files`,
		`Enter one of ${listed(names)} in Input Binary Field.`,
	);
}

function listed(names: string[]): string {
	return names.map((name) => `"${name}"`).join(', ');
}

function noFileCure(context: IExecuteSingleFunctions): string {
	return isToolRun(context.getNode())
		? 'Agents cannot pass files: set File Source to URL, and let the agent fill in the URL.'
		: 'Read or download the file in a node before this one, or use a URL instead.';
}

/** The file in a binary field of the current item; throws a ServiceFailure that names the fields there are. */
export function inputFile(context: IExecuteSingleFunctions, field: string): IBinaryData {
	const binary = context.getInputData()?.binary ?? {};
	const file = binary[field];
	if (file !== undefined) return file;
	const names = Object.keys(binary);
	throw badInput(
		names.length === 0
			? `The item has no file in the binary field "${field}": it has no binary data at all`
			: `The item has no file in the binary field "${field}"; it has ${listed(names)}`,
		names.length === 0 || isToolRun(context.getNode())
			? noFileCure(context)
			: `Enter ${names.length === 1 ? '' : 'one of '}${listed(names)} in Input Binary Field${names.length === 1 ? ', or leave it empty' : ''}.`,
	);
}

/** The bytes of that file; throws a ServiceFailure when it is missing, empty or larger than `limit` bytes. */
export async function inputBytes(
	context: IExecuteSingleFunctions,
	field: string,
	limit: number,
): Promise<Buffer> {
	inputFile(context, field);
	const bytes = await context.helpers.getBinaryDataBuffer(field);
	checkSize(field, bytes.length, limit);
	return bytes;
}

/** That file with its bytes, and with the media type and the name that they have. Throws like `inputBytes`. */
export async function inputKnown(
	context: IExecuteSingleFunctions,
	field: string,
	limit: number,
): Promise<Known> {
	const labels = inputFile(context, field);
	return known(labels, await inputBytes(context, field, limit));
}

/** Refuses a file in a binary field that is empty or larger than `limit` bytes. */
export function checkSize(field: string, bytes: number, limit: number): void {
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
