import type { IBinaryData, IExecuteSingleFunctions } from 'n8n-workflow';

import { badInput } from './failure';

/** The file in a binary field of the current item; throws a ServiceFailure that names the fields there are. */
export function inputFile(context: IExecuteSingleFunctions, field: string): IBinaryData {
	const binary = context.getInputData()?.binary ?? {};
	const file = binary[field];
	if (file !== undefined) return file;
	const names = Object.keys(binary);
	throw badInput(
		names.length === 0
			? `The item has no file in the binary field "${field}": it has no binary data at all`
			: `The item has no file in the binary field "${field}"; it has ${names.map((name) => `"${name}"`).join(', ')}`,
		'Let a node before this one read or download the file, or give a URL instead.',
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
	if (bytes.length === 0) throw badInput(`The file in the binary field "${field}" is empty`);
	if (bytes.length > limit) {
		throw badInput(
			`The file in the binary field "${field}" has ${megabytes(bytes.length)} MB, but at most ${megabytes(limit)} MB are allowed`,
		);
	}
	return bytes;
}

function megabytes(bytes: number): number {
	return Math.round(bytes / 100_000) / 10;
}
