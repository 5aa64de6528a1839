import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { badInput } from '../core/failure';
import { textOfBytes } from '../core/decodeBody';
import { fileKindOf, isArchive } from './fileKinds';

const BYTE_ORDER_MARKS: Array<[bytes: string, encoding: string]> = [
	['efbbbf', 'utf-8'],
	['fffe', 'utf-16le'],
	['feff', 'utf-16be'],
];

/** By the names that n8n's detector has for them: what programs write when they mean the ISO standard. */
const WINDOWS_ENCODING_OF_ISO: Record<string, string> = {
	'iso-8859-1': 'windows-1252',
	'iso-8859-7': 'windows-1253',
	'iso-8859-8': 'windows-1255',
	'iso-8859-9': 'windows-1254',
};

const CENTRAL_EUROPEAN = /^(iso-8859-2|windows-1250)$/;
/** So few characters outside of ASCII do not tell Western from Central European. */
const MIN_TELLING_BYTES = 8;

/**
 * The text of a file: in the encoding of its byte order mark, in UTF-8 where its bytes are that, else in `encoding`, the user's.
 * Throws a ServiceFailure for bytes that are no text in it, or without it, with the encoding that they probably have.
 */
export function decodeText(
	context: IExecuteSingleFunctions,
	bytes: Buffer,
	what: string,
	encoding: string,
): string {
	const chosen = decoderNameOf(encoding);
	const mark = BYTE_ORDER_MARKS.find(([start]) =>
		bytes.toString('hex', 0, 3).startsWith(start),
	)?.[1];
	const unmarked = mark === undefined ? unmarkedUtf16(bytes) : undefined;
	const textByMarkOrUtf8 =
		unmarked === undefined ? (decodeStrictly(bytes, mark ?? 'utf-8') ?? '') : '';
	if (textByMarkOrUtf8 !== '' || bytes.length === 0) return textByMarkOrUtf8;
	const kind = fileKindOf(bytes);
	const isOther = kind !== undefined && !kind.mimeType.startsWith('text/');
	if (isOther || isArchive(bytes))
		throw badInput(
			`${what} is not text: by its bytes it is a file of the type "${kind?.extension ?? 'zip'}"`,
			'Extract or convert it before this node.',
		);
	if (chosen === undefined || mark !== undefined) {
		const likely = unmarked ?? likelyEncoding(context, bytes);
		const guess = likely === undefined || mark !== undefined ? '' : `; it is probably ${likely}`;
		throw badInput(`${what} is not ${(mark ?? 'utf-8').toUpperCase()}${guess}`, ENCODING_CURE);
	}
	const text = decodeStrictly(bytes, chosen);
	if (text !== undefined) return text;
	throw badInput(
		`${what} is not ${chosen}: it contains bytes that are not valid in this encoding`,
		ENCODING_CURE,
	);
}

const ENCODING_CURE =
	'Set Options > Encoding to the encoding of the file, or save the file as UTF-8.';

function decodeStrictly(bytes: Buffer, encoding: string): string | undefined {
	try {
		return textOfBytes(bytes, encoding);
	} catch {
		return undefined;
	}
}

function decoderNameOf(encoding: string): string | undefined {
	if (encoding === '') return undefined;
	try {
		return new TextDecoder(encoding).encoding;
	} catch {
		throw badInput(
			`Encoding must be one such as utf-16le, windows-1252 or shift_jis, but "${encoding}" was given`,
			'Choose one of the list in Encoding, or remove the option.',
		);
	}
}

/** UTF-16 without a mark: every second byte of letters and digits is zero. */
function unmarkedUtf16(bytes: Buffer): string | undefined {
	const head = bytes.subarray(0, 4096);
	const [even = 0, odd = 0] = [0, 1].map(
		(side) => head.filter((byte, index) => byte === 0 && index % 2 === side).length,
	);
	if (Math.max(even, odd) < head.length / 8) return undefined;
	return odd > even ? 'utf-16le' : 'utf-16be';
}

function likelyEncoding(context: IExecuteSingleFunctions, bytes: Buffer): string | undefined {
	if (looksThai(bytes)) return 'windows-874';
	if (looksMacRoman(bytes)) return 'macintosh';
	const detectedEncoding = String(context.helpers.detectBinaryEncoding(bytes) ?? '').toLowerCase();
	const name = WINDOWS_ENCODING_OF_ISO[detectedEncoding] ?? detectedEncoding;
	const high = bytes.filter((byte) => byte > 127);
	if (
		CENTRAL_EUROPEAN.test(detectedEncoding) &&
		high.length < MIN_TELLING_BYTES &&
		looksWestern(bytes)
	)
		return 'windows-1252';
	// Arabic letters stand where Hebrew text has next to nothing.
	const arabic = high.filter((byte) => byte > 0xbf && byte < 0xe0).length;
	if (name === 'windows-1255' && arabic > high.length / 8) return 'windows-1256';
	try {
		return new TextDecoder(name).encoding === 'utf-8' ? undefined : name;
	} catch {
		return undefined;
	}
}

/**
 * N8n's detector does not know it: vowels and tones of Thai, which are many, stand after a consonant, others before one, and no letter
 * follows a digit. Two letters are used no more.
 */
function looksThai(bytes: Buffer): boolean {
	const text = decodeStrictly(bytes, 'windows-874') ?? '';
	const [thai, marks, strays] = [
		/\p{Script=Thai}/gu,
		/[\u0E31\u0E34-\u0E3A\u0E47-\u0E4E]/g,
		/(?<!(?:[\u0E01-\u0E2E]|[\u0E31-\u0E4E]))[\u0E31\u0E34-\u0E3A\u0E47-\u0E4E]|[\u0E40-\u0E44](?![\u0E01-\u0E2E])|[\u0E50-\u0E59][\u0E01-\u0E4E]|[\u0E03\u0E05]/g,
	].map((pattern) => text.match(pattern)?.length ?? 0);
	const others = text.match(/[^\0-\x7F\p{Script=Thai}\p{P}]/gu)?.length ?? 0;
	return strays === 0 && Number(marks) * 20 > Number(thai) && others * 10 < Number(thai);
}

/** The letters of Western European that are not ASCII stand elsewhere in it: as Windows-1252, they are signs and capitals in the middle of words. */
function looksMacRoman(bytes: Buffer): boolean {
	const [windows, mac] = ['windows-1252', 'macintosh'].map(
		(name) => decodeStrictly(bytes, name) ?? '',
	);
	const isOdd = /\p{Ll}[\p{Lu}†‡ˆ‰‹›˜™ƒ„\u0080-\u009F]/u.test(windows ?? '');
	const isPlain = !/[^\0-\x7F\p{Script=Latin}’‘“”…–—«»¿¡]/u.test(mac ?? '');
	return isOdd && isPlain && !/\p{Ll}\p{Lu}/u.test(mac ?? '');
}

/** Whether no Polish letter is a sign of Western European in the middle of a word. */
function looksWestern(bytes: Buffer): boolean {
	return !/\p{L}[¹³¿±¼¾¶]/u.test(bytes.toString('latin1'));
}
