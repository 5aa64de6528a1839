import { stalledAnswerFailure, tooLargeFailure, tooSlowFailure, type BodyBounds } from './bounds';
import { megabytes, cancelBody } from './streams';
import { WaitTimer } from './waitTimer';

/** The bytes of each secret overwritten, so that a file keeps its length. */
export function maskSecrets(bytes: Buffer, secrets: Buffer[]): Buffer {
	let clean = bytes;
	for (const secret of secrets) {
		for (let at = clean.indexOf(secret); at >= 0; at = clean.indexOf(secret, at)) {
			if (clean === bytes) clean = Buffer.from(bytes);
			clean.fill('*', at, at + secret.length);
		}
	}
	return clean;
}

/** Bytes in a millisecond below which an answer that lasts longer than `speedGraceMs` is given up. */
const MIN_BYTES_PER_MS = 10;

/** The chunks of a stream within its bounds, each held back as far as a secret may go on in the next one. */
export class MaskedChunks implements AsyncIterable<Uint8Array>, AsyncIterator<Uint8Array> {
	private readonly chunks: AsyncIterator<Uint8Array>;

	private heldBackBytes: Buffer = Buffer.alloc(0);

	private hasEnded = false;

	private bytesRead = 0;

	private readonly startedAt = performance.now();

	private readonly secretTexts: string[];

	private readonly anySecret: RegExp;

	private readonly secretBytes: ReadonlySet<number>;

	private readonly longestSecret: number;

	private readonly watch = new WaitTimer();

	constructor(
		private readonly source: AsyncIterable<Uint8Array>,
		private readonly secrets: Buffer[],
		private readonly bounds: BodyBounds,
	) {
		this.chunks = source[Symbol.asyncIterator]();
		this.secretTexts = secrets.map((secret) => secret.toString('latin1'));
		this.anySecret = anyOf(this.secretTexts);
		this.secretBytes = new Set(secrets.flatMap((secret) => [...secret]));
		this.longestSecret = Math.max(0, ...secrets.map(({ length }) => length));
	}

	[Symbol.asyncIterator]() {
		return this;
	}

	async next(): Promise<IteratorResult<Uint8Array>> {
		while (!this.hasEnded) {
			const { done, value } = await this.nextSourceChunk();
			if (done === true) this.finish();
			this.bytesRead += this.hasEnded ? 0 : value.length;
			if (this.bytesRead > this.bounds.bytes) {
				await this.return();
				throw tooLargeFailure(`more than ${megabytes(this.bounds.bytes)} MB`);
			}
			const bytes = this.hasEnded || Buffer.isBuffer(value) ? value : Buffer.from(value);
			if (!this.hasEnded && this.isSureToBeClean(bytes)) return { done: false, value: bytes };
			const whole = this.hasEnded ? this.heldBackBytes : Buffer.concat([this.heldBackBytes, bytes]);
			const clean = maskSecrets(whole, this.secrets);
			const ready = clean.length - (this.hasEnded ? 0 : this.partialSecretLengthOf(clean));
			this.heldBackBytes = clean.subarray(ready);
			if (ready > 0) return { done: false, value: clean.subarray(0, ready) };
		}
		return { done: true, value: undefined };
	}

	/** The next chunk of the source. Nothing of the time in which the reader does something else counts as a stall. */
	private async nextSourceChunk(): Promise<IteratorResult<Uint8Array>> {
		const { idleMs, speedGraceMs } = this.bounds;
		const left =
			this.startedAt + speedGraceMs + this.bytesRead / MIN_BYTES_PER_MS - performance.now();
		const failure = () =>
			left < idleMs ? tooSlowFailure(this.bytesRead) : stalledAnswerFailure(idleMs);
		const next = this.chunks.next();
		return await this.watch
			.within(next, Math.min(idleMs, left), failure)
			.catch(async (error: unknown) => {
				await this.return();
				throw error;
			});
	}

	/** Whether a chunk, as almost all, holds no secret and ends in a byte that no secret has: a search for each secret costs more than to read it. */
	private isSureToBeClean(chunk: Buffer): boolean {
		const last = chunk.at(-1);
		if (last === undefined || this.secretBytes.has(last) || this.heldBackBytes.length > 0)
			return false;
		return !this.anySecret.test(chunk.toString('latin1'));
	}

	/** Also where nothing was read yet, so that the connection is not held. */
	async return(): Promise<IteratorResult<Uint8Array>> {
		this.finish();
		cancelBody(this.source);
		return { done: true, value: undefined };
	}

	/** How many bytes at the end are the start of a secret. */
	private partialSecretLengthOf(bytes: Buffer): number {
		const end = bytes.subarray(Math.max(0, bytes.length - this.longestSecret));
		return partialSecretLength(end.toString('latin1'), this.secretTexts);
	}

	private finish(): void {
		this.hasEnded = true;
		this.watch.clearTimer();
	}
}

/** An expression that finds any of these texts. */
export function anyOf(texts: readonly string[]): RegExp {
	const found = texts.map((text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
	return new RegExp(found.join('|') || '(?!)');
}

export function partialSecretLength(text: string, needles: string[]): number {
	let longestMatch = 0;
	for (const needle of needles) {
		const first = needle.charAt(0);
		// The search for one character is faster than a comparison at every length.
		let at = text.indexOf(first, Math.max(0, text.length - needle.length + 1));
		while (at >= 0 && !needle.startsWith(text.slice(at))) at = text.indexOf(first, at + 1);
		if (at >= 0) longestMatch = Math.max(longestMatch, text.length - at);
	}
	return longestMatch;
}
