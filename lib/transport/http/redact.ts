import { isRecord } from '../../record';
import { giveUp, isStream, streamOf } from '../files/streams';
import { ANSWER_BYTES, tooLarge } from './answerLimits';
import { megabytes } from './readAll';
import { encodings } from './secretForms';

/** Shorter ones are parts of ordinary words. */
const SHORTEST = 8;
const MASK = '***';

/** Takes the secrets of a call out of what a service says. */
export interface Redactor {
	text(said: string): string;
	/** The same value, its keys and texts without secrets. */
	value(said: unknown): unknown;
	/** The body of an answer: text, a value, bytes, or a stream, which may have a secret across two chunks and ends with a ServiceFailure after `most` bytes. */
	body(said: unknown, most?: number): unknown;
	/** Takes the pieces of one text and returns what can be shown of them; called without a piece, the rest. */
	flow(): (piece?: string) => string;
}

/** Hides each secret in every form in which a server that echoes what it was sent can give it back. */
export function redactor(secrets: readonly string[]): Redactor {
	const forms = [...new Set(secrets.filter((one) => one.length >= SHORTEST).flatMap(encodings))];
	const needles = forms.sort((one, other) => other.length - one.length);
	const shortest = Math.min(...needles.map(({ length }) => length));
	const text = (said: string) =>
		said.length < shortest
			? said
			: needles.reduce((rest, needle) => rest.replaceAll(needle, MASK), said);
	const value = (said: unknown): unknown => {
		if (typeof said === 'string') return text(said);
		if (Array.isArray(said)) return said.map(value);
		if (!isRecord(said)) return said;
		return Object.fromEntries(
			Object.entries(said).map(([key, inner]) => [text(key), value(inner)]),
		);
	};
	const hidden = needles.map((needle) => Buffer.from(needle));
	const body = (said: unknown, most = ANSWER_BYTES.media) => {
		if (Buffer.isBuffer(said)) return masked(said, hidden);
		return isStream(said) ? streamOf(new MaskedChunks(said, hidden, most), said) : value(said);
	};
	const flow = () => {
		let held = '';
		return (piece?: string) => {
			const clean = text(held + (piece ?? ''));
			const ready = clean.length - (piece === undefined ? 0 : begun(clean, needles));
			held = clean.slice(ready);
			return clean.slice(0, ready);
		};
	};
	return { text, value, body, flow };
}

/** The bytes of each secret overwritten, so that a file keeps its length. */
function masked(bytes: Buffer, hidden: Buffer[]): Buffer {
	let clean = bytes;
	for (const secret of hidden) {
		for (let at = clean.indexOf(secret); at >= 0; at = clean.indexOf(secret, at)) {
			if (clean === bytes) clean = Buffer.from(bytes);
			clean.fill('*', at, at + secret.length);
		}
	}
	return clean;
}

/** The chunks of a stream, each held back as far as a secret may go on in the next one. */
class MaskedChunks implements AsyncIterable<Uint8Array>, AsyncIterator<Uint8Array> {
	private readonly chunks: AsyncIterator<Uint8Array>;

	private held: Buffer = Buffer.alloc(0);

	private ended = false;

	private read = 0;

	private readonly begins: string[];

	constructor(
		private readonly source: AsyncIterable<Uint8Array>,
		private readonly hidden: Buffer[],
		private readonly most: number,
	) {
		this.chunks = source[Symbol.asyncIterator]();
		this.begins = hidden.map((secret) => secret.toString('latin1'));
	}

	[Symbol.asyncIterator]() {
		return this;
	}

	async next(): Promise<IteratorResult<Uint8Array>> {
		while (!this.ended) {
			const { done, value } = await this.chunks.next();
			this.ended = done === true;
			this.read += this.ended ? 0 : value.length;
			if (this.read > this.most) {
				await this.return();
				throw tooLarge(`more than ${megabytes(this.most)} MB`);
			}
			const whole = this.ended ? this.held : Buffer.concat([this.held, Buffer.from(value)]);
			const clean = masked(whole, this.hidden);
			const ready = clean.length - (this.ended ? 0 : begun(clean.toString('latin1'), this.begins));
			this.held = clean.subarray(ready);
			if (ready > 0) return { done: false, value: clean.subarray(0, ready) };
		}
		return { done: true, value: undefined };
	}

	/** Also where nothing was read yet, so that the connection is not held. */
	async return(): Promise<IteratorResult<Uint8Array>> {
		this.ended = true;
		giveUp(this.source);
		return { done: true, value: undefined };
	}
}

/** How many characters at the end are the start of a secret. */
function begun(text: string, needles: string[]): number {
	const longest = Math.max(0, ...needles.map(({ length }) => length - 1));
	for (let length = Math.min(longest, text.length); length > 0; length--) {
		const end = text.slice(-length);
		if (needles.some((needle) => needle.length > length && needle.startsWith(end))) return length;
	}
	return 0;
}
