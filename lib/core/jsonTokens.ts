/** The place after the quote that ends a string of JSON (RFC 8259, section 7); the end of the text where none does. */
export function endOfString(text: string, start: number): number {
	for (let end = text.indexOf('"', start); end >= 0; end = text.indexOf('"', end + 1)) {
		let escapes = end;
		while (text.charCodeAt(escapes - 1) === 92) escapes--;
		if ((end - escapes) % 2 === 0) return end + 1;
	}
	return text.length;
}

/**
 * What a global expression finds outside of the strings of a JSON text; it has to find quotes as well. An expression that reads strings itself
 * overflows in one of some megabytes, as it remembers each escape.
 */
export function* tokensOutsideStrings(
	text: string,
	expression: RegExp,
	from = 0,
): Generator<{ token: string; index: number }> {
	for (let at = from; at < text.length;) {
		expression.lastIndex = at;
		const found = expression.exec(text);
		if (found === null) return;
		const { 0: token, index } = found;
		at = token === '"' ? endOfString(text, index + 1) : index + token.length;
		if (token !== '"') yield { token, index };
	}
}

/** The text with each of these tokens as `replace` has it. */
export function replaceOutsideStrings(
	text: string,
	expression: RegExp,
	replace: (token: string) => string,
): string {
	let [replaced, from] = ['', 0];
	for (const { token, index } of tokensOutsideStrings(text, expression)) {
		const other = replace(token);
		if (other === token) continue;
		replaced += text.slice(from, index) + other;
		from = index + token.length;
	}
	return replaced + text.slice(from);
}
