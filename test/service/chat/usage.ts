import type { Line } from '../billing';
import type { Model } from '../models/model';
import type { Cached } from './promptCache';

const CHARACTERS_PER_TOKEN = 4;
const SEARCH_PRICE_USD = 0.01;

export interface Usage {
	prompt_tokens: number;
	completion_tokens: number;
	total_tokens: number;
	prompt_tokens_details: { cached_tokens: number; cache_creation_input_tokens?: number } | null;
	completion_tokens_details: { reasoning_tokens: number } | null;
}

export function tokensOf(text: string): number {
	return Math.ceil([...text].length / CHARACTERS_PER_TOKEN);
}

/** The beginning of a text that fits into a number of tokens. */
export function firstTokens(text: string, tokens: number): string {
	return [...text].slice(0, tokens * CHARACTERS_PER_TOKEN).join('');
}

/** The usage with what the prompt cache had of it; the sum stays. */
export function withCache(usage: Usage, { read, written }: Cached): Usage {
	if (read === 0 && written === 0) return usage;
	const creation = written > 0 ? { cache_creation_input_tokens: written } : {};
	return { ...usage, prompt_tokens_details: { cached_tokens: read, ...creation } };
}

/** Input, what came from the cache or was written to it, and output are separate lines, counted in millions of tokens. */
export function billLines({ record, price }: Model, usage: Usage, searched: boolean): Line[] {
	const stem = record.id.replace('/', '-');
	const line = (kind: string, tokens: number, pricePerUnitUsd = 0): Line => ({
		sku: `${stem}-${kind}-mtoken`,
		units: tokens / 1e6,
		pricePerUnitUsd,
	});
	const { cached_tokens: read = 0, cache_creation_input_tokens: written = 0 } =
		usage.prompt_tokens_details ?? {};
	return [
		line('input', usage.prompt_tokens - read - written, price?.input),
		...(read > 0 ? [line('cache-read', read, price?.cacheInput ?? price?.input)] : []),
		...(written > 0 ? [line('cache-write', written, price?.cacheWrite ?? price?.input)] : []),
		line('output', usage.completion_tokens, price?.output),
		...(searched ? [{ sku: 'web-search', units: 1, pricePerUnitUsd: SEARCH_PRICE_USD }] : []),
	];
}
