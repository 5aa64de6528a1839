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
