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

/** What is expected of an answer of a node that was not seen to answer: of a chat, of one that reasons, and to each question of a decision. */
const ANSWER_TOKENS = { chat: 1_000, reasoning: 4_000, question: 4 };
const MOST_QUESTION_TOKENS = 32;

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

/** What a request asks for. */
export interface CallSize {
	prompt: PromptSize;
	/** How many answers, and the tokens of each: what is expected where none was seen, and the most that it allows. */
	answers: { count: number; usual: number; limit: number };
	/** Whether its answers can be held to a limit. */
	isChat: boolean;
	/** What of it nothing bounds, in words. */
	unbounded: string[];
	/** Of a recording, where its bytes will not tell it better. */
	recording?: { seconds: number; isGuess: boolean };
}

/** `isEncrypted`: the service then adds nothing unless the user wants it. */
export function callSizeOf(request: Json, files: File[], isEncrypted: boolean): CallSize {
	const isChat = request.messages !== undefined;
	const hasLinks = [request.messages].flat().some((message) => partsOf(message).some(isLinkedFile));
	return {
		prompt: promptSizeOf(request, isEncrypted),
		answers: answersOf(request),
		isChat,
		unbounded: [
			...(hasLinks ? ['linked files'] : []),
			...(isChat && searchesWeb(request) ? ['a web search'] : []),
		],
		recording: recordingOf(files),
	};
}

function promptSizeOf(request: Json, isEncrypted: boolean): PromptSize {
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
		files: sumOf([messages].flat().flatMap(partsOf).map(tokensOfPart)),
		own: (chosen ?? !isEncrypted) === false ? 0 : OWN_INSTRUCTION_TOKENS,
	};
}

/** Whether an answer may be charged with a search. */
export function searchesWeb({ service_parameters: parameters }: Json): boolean {
	if (!isRecord(parameters)) return false;
	const { enable_web_search: web, enable_x_search: x, enable_web_scraping: scrapes } = parameters;
	return web === 'on' || web === 'auto' || x === true || scrapes === true;
}

function partsOf(message: unknown): Json[] {
	return isRecord(message) && Array.isArray(message.content)
		? message.content.filter(isRecord)
		: [];
}

function textsOfPart({ type, ...part }: Json): string[] {
	const held = part[String(type)];
	const values = isRecord(held) ? Object.values(held) : [];
	return values.filter((value): value is string => typeof value === 'string');
}

/** A picture takes about the same wherever it lies. */
function isLinkedFile(part: Json): boolean {
	const isFile = part.type !== 'text' && part.type !== 'image_url';
	return isFile && textsOfPart(part).some(isAddress);
}

const isAddress = (text: string) => /^https?:/i.test(text);

function tokensOfPart(part: Json): number {
	if (part.type === 'text') return 0;
	if (part.type === 'image_url') return PICTURE_TOKENS;
	const texts = textsOfPart(part);
	const longest = Math.max(0, ...texts.map(({ length }) => length));
	return texts.some(isAddress) ? FILE_TOKENS : Math.ceil((longest * 3) / 4 / FILE_BYTES_PER_TOKEN);
}

function answersOf(request: Json): CallSize['answers'] {
	const { messages, state, questions, n, max_completion_tokens: most, max_tokens: older } = request;
	if (state !== undefined) {
		const count = Object.keys(Object(questions) as Json).length;
		const { question: usual } = ANSWER_TOKENS;
		return { count: 1, usual: usual * count, limit: MOST_QUESTION_TOKENS * count };
	}
	if (messages === undefined) return { count: 0, usual: 0, limit: 0 };
	// The newer one wins (docs/maintainers/service.md#chat).
	const limit = positiveOr(most, positiveOr(older, Infinity));
	const usual = asksForReasoning(request) ? ANSWER_TOKENS.reasoning : ANSWER_TOKENS.chat;
	return { count: positiveOr(n, 1), usual: Math.min(usual, limit), limit };
}

function asksForReasoning({ reasoning_effort: effort, reasoning }: Json): boolean {
	const { effort: inner, enabled } = isRecord(reasoning) ? reasoning : {};
	const asked = effort ?? inner ?? (enabled === true ? 'medium' : 'none');
	return !['none', 'minimal', 'low'].includes(String(asked));
}

function recordingOf([file]: File[]): CallSize['recording'] {
	if (file instanceof StoredFile && file.seconds !== undefined)
		return { seconds: file.seconds, isGuess: false };
	if (file === undefined || /wav/i.test(`${file.type} ${file.name}`)) return undefined;
	return { seconds: file.size / SOUND_BYTES_PER_SECOND, isGuess: true };
}

function tokensIn(value: unknown): number {
	const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
	const bytes = Buffer.byteLength(text);
	let ascii = bytes;
	if (bytes > text.length) {
		ascii = 0;
		// An expression that looks for them overflows in a text of some megabytes.
		for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) < 128) ascii++;
	}
	return Math.ceil(ascii / CHARACTERS_PER_TOKEN + (bytes - ascii) / OTHER_BYTES_PER_TOKEN);
}

function positiveOr(value: unknown, otherwise: number): number {
	return typeof value === 'number' && value > 0 ? value : otherwise;
}

function sumOf(numbers: number[]): number {
	return numbers.reduce((sum, number) => sum + number, 0);
}
