import { stalled, tooLarge, tooSlow, type BodyBounds } from './bounds';
import { megabytes, giveUp } from './streams';
import { Watch } from './watch';

/** The bytes of each secret overwritten, so that a file keeps its length. */
export function masked(bytes: Buffer, hidden: Buffer[]): Buffer {
	let clean = bytes;
	for (const secret of hidden) {
		for (let at = clean.indexOf(secret); at >= 0; at = clean.indexOf(secret, at)) {
			if (clean === bytes) clean = Buffer.from(bytes);
			clean.fill('*', at, at + secret.length);
		}
	}
	return clean;
}

/** Bytes in a millisecond below which an answer that lasts longer than `slowestMs` is given up. */
const SLOWEST = 10;

/** The chunks of a stream within its bounds, each held back as far as a secret may go on in the next one. */
export class MaskedChunks implements AsyncIterable<Uint8Array>, AsyncIterator<Uint8Array> {
	private readonly chunks: AsyncIterator<Uint8Array>;

	private held: Buffer = Buffer.alloc(0);

	private ended = false;

	private read = 0;

	private readonly since = performance.now();

	private readonly begins: string[];

	private readonly watch = new Watch();

	constructor(
		private readonly source: AsyncIterable<Uint8Array>,
		private readonly hidden: Buffer[],
		private readonly bounds: BodyBounds,
	) {
		this.chunks = source[Symbol.asyncIterator]();
		this.begins = hidden.map((secret) => secret.toString('latin1'));
	}

	[Symbol.asyncIterator]() {
		return this;
	}

	async next(): Promise<IteratorResult<Uint8Array>> {
		while (!this.ended) {
			const { done, value } = await this.arrived();
			if (done === true) this.end();
			this.read += this.ended ? 0 : value.length;
			if (this.read > this.bounds.bytes) {
				await this.return();
				throw tooLarge(`more than ${megabytes(this.bounds.bytes)} MB`);
			}
			const whole = this.ended ? this.held : Buffer.concat([this.held, Buffer.from(value)]);
			const clean = masked(whole, this.hidden);
			const ready = clean.length - (this.ended ? 0 : begun(clean.toString('latin1'), this.begins));
			this.held = clean.subarray(ready);
			if (ready > 0) return { done: false, value: clean.subarray(0, ready) };
		}
		return { done: true, value: undefined };
	}

	/** The next chunk of the source. Nothing of the time in which the reader does something else counts as a stall. */
	private async arrived(): Promise<IteratorResult<Uint8Array>> {
		const { idleMs, slowestMs } = this.bounds;
		const left = this.since + slowestMs + this.read / SLOWEST - performance.now();
		const failure = () => (left < idleMs ? tooSlow(this.read) : stalled(idleMs));
		const next = this.chunks.next();
		return await this.watch
			.within(next, Math.min(idleMs, left), failure)
			.catch(async (error: unknown) => {
				await this.return();
				throw error;
			});
	}

	/** Also where nothing was read yet, so that the connection is not held. */
	async return(): Promise<IteratorResult<Uint8Array>> {
		this.end();
		giveUp(this.source);
		return { done: true, value: undefined };
	}

	private end(): void {
		this.ended = true;
		this.watch.close();
	}
}

/** How many characters at the end are the start of a secret. */
export function begun(text: string, needles: string[]): number {
	let most = 0;
	for (const needle of needles) {
		const first = needle.charAt(0);
		// The search for one character is faster than a comparison at every length.
		let at = text.indexOf(first, Math.max(0, text.length - needle.length + 1));
		while (at >= 0 && !needle.startsWith(text.slice(at))) at = text.indexOf(first, at + 1);
		if (at >= 0) most = Math.max(most, text.length - at);
	}
	return most;
}
