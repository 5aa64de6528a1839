import type { IHttpRequestOptions } from 'n8n-workflow';

import type { ItemContext } from '../core/execution';
import { isRecord } from '../core/record';
import { badInput, emptyInput } from '../core/failure';
import type { Prepare } from '../wire/send';
import { AFTER_SPACE, endsWithAbbreviation, linePieces, segmentsOf } from './textSegments';

/** What the service takes at once (docs/maintainers/service.md#speech), and the most that is spoken where the user sets no other limit. */
export const MAX_PART_CHARACTERS = 4096;
export const DEFAULT_MAX_CHARACTERS = 100_000;

type LongTextMode = 'join' | 'parts' | 'refuse';

export function readLongTextMode(context: ItemContext): LongTextMode {
	return (context.parameters.options.longText ?? 'join') as LongTextMode;
}

/** Refuses, before anything is sent, a text that is longer than the user wants. */
export const checkSpeechText: Prepare = function (options) {
	const text = isRecord(options.body) ? String(options.body.input ?? '') : '';
	if (text.trim() === '') throw emptyInput('Text');
	const most = readLongTextMode(this) === 'refuse' ? MAX_PART_CHARACTERS : readMaxTextLength(this);
	if (text.length <= most) return void splitIntoParts(text);
	throw badInput(
		`Text may have at most ${most} characters, but ${text.length} were given`,
		most === MAX_PART_CHARACTERS
			? 'Set Long Text to Split and Join.'
			: 'If it is meant to be that long, raise Max Text Length.',
	);
};

/** The text in parts that the service takes, one if it is short; throws a ServiceFailure when it cannot be split. */
export function splitIntoParts(text: string): string[] {
	if (text.length <= MAX_PART_CHARACTERS) return [text];
	try {
		return splitText(text, MAX_PART_CHARACTERS);
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw badInput(
			`Text cannot be split: ${reason}`,
			'Shorten the text, or split it over several items.',
		);
	}
}

export async function speechBodies({ body }: IHttpRequestOptions): Promise<unknown[]> {
	if (!isRecord(body)) return [];
	return splitIntoParts(String(body.input ?? '')).map((input) => ({ ...body, input }));
}

export function readMaxTextLength(context: ItemContext): number {
	return Number(context.parameters.options.maxTextLength ?? DEFAULT_MAX_CHARACTERS);
}

/**
 * The text in parts of at most `maxLength` UTF-16 units, cut at sentence ends of any script; at white space, words or characters only
 * where one sentence is longer. White space at the ends of a part is dropped, and no part is empty.
 * Counted in UTF-16 units, because no other way to count characters results in more. Throws a RangeError for a single character that is longer.
 */
export function splitText(text: string, maxLength: number): string[] {
	const parts: string[] = [];
	let rest = trimLeadingSpace(text);
	while (rest.trimEnd() !== '') {
		const end = cutPosition(rest.slice(0, maxLength + LOOKAHEAD_LENGTH), maxLength);
		parts.push(rest.slice(0, end).trimEnd());
		rest = trimLeadingSpace(rest.slice(end));
	}
	return parts;
}

/** What follows a sentence shows whether it has ended. */
const LOOKAHEAD_LENGTH = 512;
const LEADING_SPACE = /^\s+(?![\p{M}\u200d])/u;

type Cutter = (text: string) => Iterable<string>;

/** From the coarsest to the finest. Thai, Lao and Khmer end a sentence with nothing but white space. */
const TEXT_CUTTERS: Cutter[] = [
	sentencesOf,
	(text) => text.split(AFTER_SPACE),
	linePieces,
	(text) => segmentsOf(text, 'word'),
	(text) => segmentsOf(text, 'grapheme'),
];

function cutPosition(text: string, maxLength: number): number {
	if (text.trimEnd().length <= maxLength) return text.length;
	for (const cutter of TEXT_CUTTERS) {
		const end = lastFittingEnd(cutter(text), maxLength);
		if (end > 0) return end;
	}
	throw new RangeError(`One character of the text has more than ${maxLength} units`);
}

function lastFittingEnd(pieces: Iterable<string>, maxLength: number): number {
	let end = 0;
	for (const piece of pieces) {
		if (end + piece.trimEnd().length > maxLength) break;
		end += piece.length;
	}
	return end;
}

/** What ends with an abbreviation goes on. */
function* sentencesOf(text: string): Generator<string> {
	let open = '';
	for (const sentence of segmentsOf(text, 'sentence')) {
		open += sentence;
		if (endsWithAbbreviation(sentence)) continue;
		yield open;
		open = '';
	}
	if (open !== '') yield open;
}

function trimLeadingSpace(text: string): string {
	return text.replace(LEADING_SPACE, '');
}
