import { createHash } from 'node:crypto';
import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { isRecord } from '../core/record';

/**
 * A file of a form whose bytes stay in their store until they are sent, and are read again for each attempt.
 * `openStream` streams them from the start; `size` is their number, `seconds` how long a recording plays, where that is known.
 */
export class StoredFile extends File {
	constructor(
		private readonly openStream: () => Promise<AsyncIterable<unknown>>,
		override readonly size: number,
		name: string,
		type: string,
		readonly seconds?: number,
	) {
		super([], name, { type });
	}

	override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
		const chunks = this.chunks();
		return new ReadableStream({
			async pull(controller) {
				const { done, value } = await chunks.next();
				if (done) controller.close();
				else controller.enqueue(value);
			},
			async cancel() {
				await chunks.return(undefined);
			},
		});
	}

	override async arrayBuffer(): Promise<ArrayBuffer> {
		return await new Response(this.stream()).arrayBuffer();
	}

	override async text(): Promise<string> {
		return await new Response(this.stream()).text();
	}

	private async *chunks(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
		for await (const chunk of await this.openStream()) {
			if (Buffer.isBuffer(chunk)) yield blobBytesOf(chunk);
		}
	}
}

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
		return (await digestOfStored(context, one)) === (await digestOfStored(context, other));
	} catch {
		return false;
	}
}

async function digestOfStored(context: IExecuteSingleFunctions, id: string): Promise<string> {
	return await digestOf(await context.helpers.getBinaryStream(id));
}

export async function digestOf(chunks: AsyncIterable<unknown>): Promise<string> {
	const hash = createHash('sha256');
	for await (const chunk of chunks) hash.update(chunk as Uint8Array);
	return hash.digest('base64url');
}

export function storedFileIds(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(storedFileIds);
	if (!isRecord(value)) return [];
	if (Array.isArray(value.items)) return storedFileIds(value.items);
	if (!isRecord(value.binary)) return [];
	// One file, or the files of an item.
	const files =
		typeof value.binary.mimeType === 'string' ? [value.binary] : Object.values(value.binary);
	return files.flatMap((file) => (isRecord(file) && typeof file.id === 'string' ? [file.id] : []));
}

export function blobBytesOf(bytes: Buffer): Uint8Array<ArrayBuffer> {
	const { buffer, byteOffset, byteLength } = bytes;
	return buffer instanceof ArrayBuffer
		? new Uint8Array(buffer, byteOffset, byteLength)
		: new Uint8Array(bytes);
}
