import type { IDataObject } from 'n8n-workflow';

import { leaveOutMedia } from '../core/leaveOutMedia';
import { StoredFile } from '../files/storedFile';

/** About as many characters make a token of English text. */
const CHARACTERS_PER_TOKEN = 4;

/** What is expected of an answer whose length is not limited. */
const DEFAULT_ANSWER_TOKENS = 1_000;

/** 128 kbit/s, as most compressed recordings have. */
const SOUND_BYTES_PER_SECOND = 16_000;

/** What an answer will probably say of its usage, read out of the request: tokens, and the seconds of a compressed recording. */
export function expectedUsage(request: Record<string, unknown>, files: File[]): IDataObject {
	const { state, questions = {}, input = state === undefined ? [] : [state, questions] } = request;
	const { messages, n, max_completion_tokens: maxTokens, max_tokens: older } = request;
	const texts = messages === undefined ? [input].flat() : [leaveOutMedia(messages)];
	const answers = messages !== undefined || state !== undefined;
	const usage = {
		prompt_tokens: texts.map(tokensIn).reduce((sum, tokens) => sum + tokens, 0),
		completion_tokens: answers
			? positiveOr(n, 1) * positiveOr(maxTokens, positiveOr(older, DEFAULT_ANSWER_TOKENS))
			: 0,
	};
	const [file] = files;
	if (file instanceof StoredFile && file.seconds !== undefined) {
		return { usage, duration: file.seconds };
	}
	if (file === undefined || /wav/i.test(`${file.type} ${file.name}`)) return { usage };
	return { usage, duration: file.size / SOUND_BYTES_PER_SECOND };
}

function tokensIn(value: unknown): number {
	const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
	return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}

function positiveOr(value: unknown, otherwise: number): number {
	return typeof value === 'number' && value > 0 ? value : otherwise;
}
