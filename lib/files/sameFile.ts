import { createHash } from 'node:crypto';
import type { IExecuteSingleFunctions } from 'n8n-workflow';

/** Whether two files that n8n stores have the same bytes, by their IDs; false when it no longer has one of them. */
export async function isSameFile(
	context: IExecuteSingleFunctions,
	one: string,
	other: string,
): Promise<boolean> {
	if (one === other) return true;
	const { getBinaryMetadata } = context.helpers;
	try {
		const [{ fileSize }, { fileSize: otherSize }] = await Promise.all([
			getBinaryMetadata(one),
			getBinaryMetadata(other),
		]);
		if (fileSize !== otherSize) return false;
		return (await digest(context, one)) === (await digest(context, other));
	} catch {
		return false;
	}
}

async function digest(context: IExecuteSingleFunctions, id: string): Promise<string> {
	const hash = createHash('sha256');
	for await (const chunk of await context.helpers.getBinaryStream(id)) {
		hash.update(chunk as Uint8Array);
	}
	return hash.digest('base64url');
}
