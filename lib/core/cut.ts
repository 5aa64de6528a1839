/** A text cut after `maxLength` UTF-16 units, without splitting a character that has two; with its length before the cut. */
export function cut(
	text: string,
	maxLength: number,
): { text: string; characters: number; truncated: boolean } {
	const characters = text.length;
	if (characters <= maxLength) return { text, characters, truncated: false };
	const splitsPair = /[\uD800-\uDBFF]/.test(text.charAt(maxLength - 1));
	return {
		text: text.slice(0, splitsPair ? maxLength - 1 : maxLength),
		characters,
		truncated: true,
	};
}

/** What no text has, and compressed bytes and files do. */
const BINARY = /[\0-\cH\cN-\cZ]/;

/** The beginning of what a server sent in place of its answer, for a sentence; bytes are named, and with them how they are said to be compressed. */
export function quoted(text: string, maxLength: number, headers: Record<string, unknown> = {}) {
	const beginning = cut(text, maxLength).text;
	if (!BINARY.test(beginning)) return beginning;
	const coding = headers['content-encoding'];
	const said = typeof coding === 'string' ? `, sent with Content-Encoding: ${coding}` : '';
	return `bytes that are not text${cut(said, 100).text}`;
}
