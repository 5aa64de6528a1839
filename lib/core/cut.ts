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
