import { stalledAnswerFailure, tooLargeFailure, tooSlowFailure, type BodyBounds } from './bounds';
import { megabytes, cancelBody } from './streams';
import { WaitTimer } from './clock';

/** Few answers have as many characters of a secret in a row. */
const START_LENGTH = 8;

/** Hides secrets, given from the longest to the shortest, behind their covers: in whole texts, and in the pieces of one. */
export function maskOf(secrets: readonly string[], coverOf: (secret: string) => string) {
	const shortest = Math.min(...secrets.map(({ length }) => length));
	// An expression of whole signed headers takes milliseconds to compile, for each request of a wallet.
	const anyStart = anyOf([...new Set(secrets.map((secret) => secret.slice(0, START_LENGTH)))]);
	const shows = (text: string) =>
		text.length >= shortest &&
		anyStart.test(text) &&
		secrets.some((secret) => text.includes(secret));
	const clean = (text: string) =>
		shows(text)
			? secrets.reduce((rest, secret) => rest.replaceAll(secret, coverOf(secret)), text)
			: text;
	const flow = () => {
		const signs = new Set(secrets.join(''));
		let held = '';
		return (piece?: string) => {
			const text = clean(held + (piece ?? ''));
			const mayGoOn = piece !== undefined && signs.has(text.slice(-1));
			const ready = text.length - (mayGoOn ? partialSecretLength(text, secrets) : 0);
			held = text.slice(ready);
			return text.slice(0, ready);
		};
	};
	return { shows, clean, flow };
}

/** Bytes in a millisecond below which an answer that lasts longer than `speedGraceMs` is given up. */
const MIN_BYTES_PER_MS = 10;

/** The chunks of a stream within its bounds, as `clean` lets go of their bytes (latin1). It ends its source with itself, also where nothing was read yet. */
export function boundedChunks(
	source: AsyncIterable<Uint8Array>,
	clean: (bytes?: string) => string,
	{ bytes: most, idleMs, speedGraceMs }: BodyBounds,
): AsyncIterableIterator<Uint8Array> {
	const startedAt = performance.now();
	const watch = new WaitTimer();
	const incoming = source[Symbol.asyncIterator]();
	let bytesRead = 0;
	const end = () => {
		watch.clearTimer();
		cancelBody(source);
	};
	/** Nothing of the time in which the reader does something else counts as a stall. */
	const nextChunk = async () => {
		const left = startedAt + speedGraceMs + bytesRead / MIN_BYTES_PER_MS - performance.now();
		const failure = () =>
			left < idleMs ? tooSlowFailure(bytesRead) : stalledAnswerFailure(idleMs);
		return await watch.within(incoming.next(), Math.min(idleMs, left), failure);
	};
	async function* cleanChunks(): AsyncGenerator<Uint8Array> {
		let isWhole = false;
		try {
			for (let next = await nextChunk(); next.done !== true; next = await nextChunk()) {
				const { value } = next;
				bytesRead += value.length;
				if (bytesRead > most) throw tooLargeFailure(`more than ${megabytes(most)} MB`);
				const bytes = Buffer.isBuffer(value) ? value : Buffer.from(value);
				const text = bytes.toString('latin1');
				const ready = clean(text);
				if (ready !== '') yield ready === text ? bytes : Buffer.from(ready, 'latin1');
			}
			isWhole = true;
		} finally {
			if (isWhole) watch.clearTimer();
			else end();
		}
		const rest = clean();
		if (rest !== '') yield Buffer.from(rest, 'latin1');
	}
	const chunks = cleanChunks();
	const closable: AsyncIterableIterator<Uint8Array> = {
		next: async () => await chunks.next(),
		// Does not wait for a source that hangs.
		return: async () => {
			end();
			void chunks.return(undefined);
			return { done: true, value: undefined };
		},
		[Symbol.asyncIterator]: () => closable,
	};
	return closable;
}

/** An expression that finds any of these texts. */
export function anyOf(texts: readonly string[]): RegExp {
	const found = texts.map((text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
	return new RegExp(found.join('|') || '(?!)');
}

/** How many characters at the end are the start of a secret. */
function partialSecretLength(text: string, secrets: readonly string[]): number {
	let longestMatch = 0;
	for (const secret of secrets) {
		const first = secret.charAt(0);
		// The search for one character is faster than a comparison at every length.
		let at = text.indexOf(first, Math.max(0, text.length - secret.length + 1));
		while (at >= 0 && !secret.startsWith(text.slice(at))) at = text.indexOf(first, at + 1);
		if (at >= 0) longestMatch = Math.max(longestMatch, text.length - at);
	}
	return longestMatch;
}
