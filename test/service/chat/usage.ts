import type { Line } from '../billing';
import type { Model } from '../models/model';

const CHARACTERS_PER_TOKEN = 4;
const SEARCH_PRICE_USD = 0.01;

export interface Usage {
	prompt_tokens: number;
	completion_tokens: number;
	total_tokens: number;
	prompt_tokens_details: { cached_tokens: number } | null;
	completion_tokens_details: { reasoning_tokens: number } | null;
}

export function tokensOf(text: string): number {
	return Math.ceil([...text].length / CHARACTERS_PER_TOKEN);
}

/** The beginning of a text that fits into a number of tokens. */
export function firstTokens(text: string, tokens: number): string {
	return [...text].slice(0, tokens * CHARACTERS_PER_TOKEN).join('');
}

/** Input and output are separate lines, counted in millions of tokens. */
export function billLines({ record, price }: Model, usage: Usage, searched: boolean): Line[] {
	const stem = record.id.replace('/', '-');
	const line = (kind: 'input' | 'output', tokens: number): Line => ({
		sku: `${stem}-${kind}-mtoken`,
		units: tokens / 1e6,
		pricePerUnitUsd: price?.[kind] ?? 0,
	});
	return [
		line('input', usage.prompt_tokens),
		line('output', usage.completion_tokens),
		...(searched ? [{ sku: 'web-search', units: 1, pricePerUnitUsd: SEARCH_PRICE_USD }] : []),
	];
}
