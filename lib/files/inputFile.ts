import type { IBinaryData, IExecuteSingleFunctions } from 'n8n-workflow';

import { isToolRun } from '../base/execution';
import { badInput } from '../base/failure';
import { plainBytes } from '../base/plainBytes';
import { StoredFile } from './storedFile';

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

/** That file for a form, under the given name; one that n8n keeps on disk is read only when it is sent. Throws like `inputBytes`. */
export async function inputUpload(
	context: IExecuteSingleFunctions,
	field: string,
	limit: number,
	name: string,
): Promise<File> {
	const { id, mimeType } = inputFile(context, field);
	if (id === undefined) {
		const bytes = await inputBytes(context, field, limit);
		return new File([plainBytes(bytes)], name, { type: mimeType });
	}
	const { fileSize } = await context.helpers.getBinaryMetadata(id);
	checkSize(field, fileSize, limit);
	const open = async () => await context.helpers.getBinaryStream(id);
	return new StoredFile(open, fileSize, name, mimeType);
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
