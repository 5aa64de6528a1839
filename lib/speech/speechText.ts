import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { readChoice, readParameter } from '../fields/readParameter';
import { isRecord } from '../core/record';
import { splitText } from './splitText';
import { badInput } from '../core/failure';
import type { Prepare } from '../wire/send';

/** What the service takes at once (docs/maintainers/service.md#speech), and the most that is spoken where the user sets no other limit. */
export const MAX_PART_CHARACTERS = 4096;
export const DEFAULT_MAX_CHARACTERS = 100_000;

export type LongTextMode = 'join' | 'parts' | 'refuse';

export function readLongTextMode(context: IExecuteSingleFunctions): LongTextMode {
	return readChoice(context, 'options.longText', 'join', 'Long Text', ['join', 'parts', 'refuse']);
}

/** Refuses, before anything is sent, a text that is longer than the user wants. */
export const checkSpeechText: Prepare = function (options) {
	const text = isRecord(options.body) ? String(options.body.input ?? '') : '';
	if (text.trim() === '') throw badInput('Text must not be empty');
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
		throw badInput(`Text cannot be split: ${reason}`);
	}
}

export async function speechBodies({ body }: IHttpRequestOptions): Promise<unknown[]> {
	if (!isRecord(body)) return [];
	return splitIntoParts(String(body.input ?? '')).map((input) => ({ ...body, input }));
}

export function readMaxTextLength(context: IExecuteSingleFunctions): number {
	const rule = {
		label: 'Max Text Length (Characters)',
		kind: 'number',
		min: 1,
		integer: true,
	} as const;
	const most = readParameter(context, 'options.maxTextLength', '', rule);
	return typeof most === 'number' ? most : DEFAULT_MAX_CHARACTERS;
}
