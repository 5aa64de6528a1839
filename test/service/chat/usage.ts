import type { Line } from '../billing';
import type { Model } from '../models/model';
import type { ChatRequest } from '../schemas/chat';
import type { Cached } from './promptCache';

const CHARACTERS_PER_TOKEN = 4;
const SEARCH_PRICE_USD = 0.01;

export interface Usage {
	prompt_tokens: number;
	completion_tokens: number;
	total_tokens: number;
	prompt_tokens_details: { cached_tokens: number; cache_creation_input_tokens?: number } | null;
	/** The same counts as within the details. */
	cache_read_input_tokens?: number;
	cache_creation_input_tokens?: number;
	completion_tokens_details: { reasoning_tokens: number } | null;
}

export function tokensOf(text: string): number {
	return Math.ceil([...text].length / CHARACTERS_PER_TOKEN);
}

/** The beginning of a text that fits into a number of tokens. */
export function firstTokens(text: string, tokens: number): string {
	return [...text].slice(0, tokens * CHARACTERS_PER_TOKEN).join('');
}

/** What is billed of a picture or a recording, which is no text. */
const TOKENS_PER_FILE = 1_000;
/** What the template of a chat takes for the tools and for a schema, beside their text. */
const TEMPLATE_TOKENS = { tools: 40, schema: 120 };

/** The input that is charged: the messages, the files in them, the tools, the schema, and what the service puts before them itself. */
export function promptTokensOf(request: ChatRequest, ownInstructionTokens: number): number {
	const { response_format: format } = request;
	const tools = request.tools ?? [];
	const { text, files } = readablePrompt(request);
	const schema = format?.type === 'json_schema' ? JSON.stringify(format.json_schema) : '';
	return (
		ownInstructionTokens +
		tokensOf(text) +
		files * TOKENS_PER_FILE +
		(tools.length === 0 ? 0 : TEMPLATE_TOKENS.tools + tokensOf(JSON.stringify(tools))) +
		(schema === '' ? 0 : TEMPLATE_TOKENS.schema + tokensOf(schema))
	);
}

/** The text of the messages, and how many files stand in them. */
export function readablePrompt({ messages }: Pick<ChatRequest, 'messages'>) {
	let files = 0;
	const text = JSON.stringify(messages, (key, value: unknown) => {
		if (typeof value !== 'string' || !(value.startsWith('data:') || key === 'data')) return value;
		files += 1;
		return '';
	});
	return { text, files };
}

/** The usage with what the prompt cache had of it; the sum stays. Some answers have the counts at the top of it, and no details. */
export function withCache(usage: Usage, { read, written }: Cached, atTop: boolean): Usage {
	if (read === 0 && written === 0) return usage;
	if (atTop)
		return { ...usage, cache_read_input_tokens: read, cache_creation_input_tokens: written };
	const creation = written > 0 ? { cache_creation_input_tokens: written } : {};
	return { ...usage, prompt_tokens_details: { cached_tokens: read, ...creation } };
}

/** Input, what came from the cache or was written to it, and output are separate lines, counted in millions of tokens. */
export function billLines(
	{ record, price }: Model,
	usage: Usage,
	searched: boolean,
	factor = 1,
): Line[] {
	const stem = record.id.replace('/', '-');
	const line = (kind: string, tokens: number, pricePerUnitUsd = 0): Line => ({
		sku: `${stem}-${kind}-mtoken`,
		units: tokens / 1e6,
		pricePerUnitUsd: pricePerUnitUsd * factor,
	});
	const { cached_tokens: read = 0, cache_creation_input_tokens: written = 0 } =
		usage.prompt_tokens_details ?? {
			cached_tokens: usage.cache_read_input_tokens,
			cache_creation_input_tokens: usage.cache_creation_input_tokens,
		};
	return [
		line('input', usage.prompt_tokens - read - written, price?.input),
		...(read > 0 ? [line('cache-read', read, price?.cacheInput ?? price?.input)] : []),
		...(written > 0 ? [line('cache-write', written, price?.cacheWrite ?? price?.input)] : []),
		line('output', usage.completion_tokens, price?.output),
		...(searched ? [{ sku: 'web-search', units: 1, pricePerUnitUsd: SEARCH_PRICE_USD }] : []),
	];
}
