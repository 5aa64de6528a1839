import NAMED from 'webvtt-parser/html-entities.json';

import { textOfBytes } from '../core/decodeBody';

const REFERENCE = /&(?:#x([0-9a-f]+);?|#(\d+);?|([a-z][a-z0-9]*;?))/gi;

/** What browsers read in place of a C1 control, by its number less 128 (HTML Standard, "numeric character reference end state"). */
const WINDOWS_1252 = textOfBytes(
	Uint8Array.from({ length: 32 }, (_, index) => index + 128),
	'windows-1252',
);

const CHARACTER_BY_NAME = NAMED as Record<string, string>;

/**
 * Text whose character references are read as HTML has it: `&#39;`, `&#x27;`, `&apos;`, and the old names without a semicolon.
 * With `strict`, only those with a semicolon are, for text that is not HTML. What stands for no character is left out.
 */
export function decodeCharacterReferences(text: string, strict = false): string {
	return text.replace(REFERENCE, (whole, hex?: string, decimal?: string, name?: string) => {
		if (strict && !whole.endsWith(';')) return whole;
		if (name !== undefined) return decodeNamed(name, strict) ?? whole;
		return characterOfCode(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
	});
}

/** The longest start of a name that is one, as in `&ampers`, and the rest as it is. */
function decodeNamed(name: string, strict: boolean): string | undefined {
	for (let length = name.length; length > 1; length--) {
		const found = CHARACTER_BY_NAME[`&${name.slice(0, length)}`];
		if (found !== undefined) return found + name.slice(length);
		if (strict) return undefined;
	}
	return undefined;
}

function characterOfCode(code: number): string {
	if (code >= 128 && code < 160) return WINDOWS_1252[code - 128] ?? '';
	const isNone =
		code === 0 || code === 0xfffd || code > 0x10_ffff || (code >= 0xd800 && code < 0xe000);
	return isNone ? '' : String.fromCodePoint(code);
}
