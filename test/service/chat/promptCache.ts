import type { Model } from '../models/model';
import type { ChatRequest } from '../schemas/chat';
import { readablePrompt, tokensOf } from './usage';

const LIFETIME_MS = 5 * 60_000;
const FEWEST_TOKENS = 1024;

/** How many tokens of a prompt came from the cache, and how many were written to it. */
export interface Cached {
	read: number;
	written: number;
}

interface Prompt {
	text: string;
	at: number;
}

/**
 * Finds the beginning of a prompt again that an earlier request of the same account had, byte by byte. Only models with a price for
 * it have a cache; those with a price for writing charge for what is new in it.
 */
export class PromptCache {
	private readonly prompts = new Map<string, Prompt[]>();

	clear(): void {
		this.prompts.clear();
	}

	take(account: string, { record, price }: Model, request: ChatRequest, now: number): Cached {
		if (price?.cacheInput === undefined) return { read: 0, written: 0 };
		const key = JSON.stringify([account, record.id, request.tools ?? []]);
		const { text } = readablePrompt(request);
		const known = (this.prompts.get(key) ?? []).filter(({ at }) => now - at < LIFETIME_MS);
		const same = known.reduce((most, prompt) => Math.max(most, sharedStart(prompt.text, text)), 0);
		this.prompts.set(key, [...known, { text, at: now }]);
		const read = cacheable(text.slice(0, same));
		const written = price.cacheWrite === undefined ? 0 : cacheable(text) - read;
		return { read, written };
	}
}

function cacheable(text: string): number {
	const tokens = tokensOf(text);
	return tokens < FEWEST_TOKENS ? 0 : tokens;
}

function sharedStart(one: string, other: string): number {
	let length = 0;
	while (length < one.length && one[length] === other[length]) length += 1;
	return length;
}
