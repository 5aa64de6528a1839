import { plainBytes } from '../base/plainBytes';

/**
 * A file of a form whose bytes stay in their store until they are sent, and are read again for each attempt.
 * `open` streams them from the start; `size` is their number, `seconds` how long a recording plays, where that is known.
 */
export class StoredFile extends File {
	constructor(
		private readonly open: () => Promise<AsyncIterable<unknown>>,
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
		for await (const chunk of await this.open()) {
			if (Buffer.isBuffer(chunk)) yield plainBytes(chunk);
		}
	}
}
