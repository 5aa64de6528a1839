import type { IDataObject } from 'n8n-workflow';

import { leaveOutMedia } from '../core/leaveOutMedia';
import { isRecord, type Json } from '../core/record';
import { StoredFile } from '../files/storedFile';

/** What the service puts before every chat, in tokens: about the most that was measured (docs/maintainers/service.md#chat). */
const OWN_INSTRUCTION_TOKENS = 1_750;

/** What the template of a chat adds to the text of its tools, and to that of a schema: about the most that was measured. */
const TEMPLATE_TOKENS = { tools: 250, schema: 400 };

/** What a picture takes of most models, at most. */
const PICTURE_TOKENS = 1_500;

/** What a recording, a video or a document takes whose length is not known. */
const FILE_TOKENS = 10_000;
const FILE_BYTES_PER_TOKEN = 400;

/** About as many characters make a token of English text, and as many bytes one of any other. */
const CHARACTERS_PER_TOKEN = 4;
const OTHER_BYTES_PER_TOKEN = 3;

/** What is expected of an answer whose length is not limited. */
const DEFAULT_ANSWER_TOKENS = 1_000;

/** 128 kbit/s, as most compressed recordings have. */
const SOUND_BYTES_PER_SECOND = 16_000;

/** What a request puts into the prompt, in tokens. */
export interface PromptSize {
	/** Its text, with that of its tools and its schema. */
	text: number;
	/** Its files, which are guessed. */
	files: number;
	/** What the service adds on its own, as far as nothing was seen of it. */
	own: number;
}

export interface ExpectedUsage {
	/** What an answer will probably say of its usage: tokens, and the seconds of a recording. */
	facts: IDataObject;
	/** What that takes for granted, in words. */
	assumptions: string[];
}

/** `promptOf` makes the tokens that are charged of those that were counted. */
export function expectedUsage(
	request: Json,
	files: File[],
	size: PromptSize,
	promptOf: (size: PromptSize) => number,
): ExpectedUsage {
	const prompt = promptOf(size);
	const answer = answerTokensOf(request);
	const usage = { prompt_tokens: prompt, completion_tokens: answer };
	const seconds = secondsOf(files);
	const added = prompt - size.text - size.files;
	const assumptions = [
		...(size.own > 0 && added > 0
			? [`about ${inWords(added)} tokens that the service adds, such as its own instructions`]
			: []),
		...(size.files > 0 ? [`about ${inWords(size.files)} tokens for files`] : []),
		...(searchesWeb(request) ? ['a web search'] : []),
		...(answer > 0 ? [`an answer of ${inWords(answer)} tokens`] : []),
		...(seconds?.isGuess === true ? [`about ${inWords(seconds.seconds)} seconds of sound`] : []),
	];
	return { facts: { usage, ...(seconds && { duration: seconds.seconds }) }, assumptions };
}

/** `isEncrypted`: the service then adds nothing unless the user wants it. */
export function promptSizeOf(request: Json, isEncrypted: boolean): PromptSize {
	const { messages, tools, response_format: format, service_parameters: parameters } = request;
	const { state, questions = {}, input = state === undefined ? [] : [state, questions] } = request;
	if (messages === undefined)
		return { text: sumOf([input].flat().map(tokensIn)), files: 0, own: 0 };
	const schema = isRecord(format) ? format.json_schema : undefined;
	const chosen = isRecord(parameters) ? parameters.include_service_system_prompt : undefined;
	return {
		text:
			tokensIn(leaveOutMedia(messages)) +
			(Array.isArray(tools) && tools.length > 0 ? tokensIn(tools) + TEMPLATE_TOKENS.tools : 0) +
			(schema === undefined ? 0 : tokensIn(schema) + TEMPLATE_TOKENS.schema),
		files: sumOf([messages].flat().map(fileTokensIn)),
		own: (chosen ?? !isEncrypted) === false ? 0 : OWN_INSTRUCTION_TOKENS,
	};
}

/** Whether an answer may be charged with a search. */
export function searchesWeb({ service_parameters: parameters }: Json): boolean {
	if (!isRecord(parameters)) return false;
	const { enable_web_search: web, enable_x_search: x } = parameters;
	return web === 'on' || web === 'auto' || x === true;
}

function fileTokensIn(message: unknown): number {
	const parts = isRecord(message) && Array.isArray(message.content) ? message.content : [];
	return sumOf(parts.filter(isRecord).map(tokensOfPart));
}

function tokensOfPart({ type, ...part }: Json): number {
	if (type === 'text') return 0;
	if (type === 'image_url') return PICTURE_TOKENS;
	const held = part[String(type)];
	const values = isRecord(held) ? Object.values(held) : [];
	const texts = values.filter((value): value is string => typeof value === 'string');
	const longest = Math.max(0, ...texts.map(({ length }) => length));
	const isAddress = texts.some((value) => /^https?:/i.test(value));
	return isAddress ? FILE_TOKENS : Math.ceil((longest * 3) / 4 / FILE_BYTES_PER_TOKEN);
}

function answerTokensOf(request: Json): number {
	const { messages, state, n, max_completion_tokens: maxTokens, max_tokens: older } = request;
	if (messages === undefined && state === undefined) return 0;
	return positiveOr(n, 1) * positiveOr(maxTokens, positiveOr(older, DEFAULT_ANSWER_TOKENS));
}

/** The length of a recording, where its bytes will not tell it better. */
function secondsOf([file]: File[]): { seconds: number; isGuess: boolean } | undefined {
	if (file instanceof StoredFile && file.seconds !== undefined)
		return { seconds: file.seconds, isGuess: false };
	if (file === undefined || /wav/i.test(`${file.type} ${file.name}`)) return undefined;
	return { seconds: file.size / SOUND_BYTES_PER_SECOND, isGuess: true };
}

function tokensIn(value: unknown): number {
	const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
	const others = text.replace(/\p{ASCII}+/gu, '');
	const ascii = text.length - others.length;
	return Math.ceil(
		ascii / CHARACTERS_PER_TOKEN + Buffer.byteLength(others) / OTHER_BYTES_PER_TOKEN,
	);
}

function positiveOr(value: unknown, otherwise: number): number {
	return typeof value === 'number' && value > 0 ? value : otherwise;
}

function sumOf(numbers: number[]): number {
	return numbers.reduce((sum, number) => sum + number, 0);
}

function inWords(count: number): string {
	return Math.ceil(count).toLocaleString('en-US');
}
