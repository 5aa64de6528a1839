import { z } from 'zod';

import { isRecord, type Json } from '../core/record';
import { camelRecord } from '../wire/simplifiedItems';

const TOKEN_COUNT = z.number().int().nonnegative();
const TOKEN_COUNT_OR_ZERO = TOKEN_COUNT.nullish().transform((count) => count ?? 0);
const PROMPT_TOKEN_DETAILS = z.object({
	cachedTokens: TOKEN_COUNT_OR_ZERO,
	cacheCreationInputTokens: TOKEN_COUNT_OR_ZERO,
});
const USAGE_SHAPE = z
	.object({
		promptTokens: TOKEN_COUNT,
		completionTokens: TOKEN_COUNT.nullish(),
		totalTokens: TOKEN_COUNT.nullish(),
		promptTokensDetails: PROMPT_TOKEN_DETAILS.nullish(),
	})
	.transform(({ promptTokens: prompt, promptTokensDetails, ...usage }) => {
		const { cachedTokens: read = 0, cacheCreationInputTokens: written = 0 } =
			promptTokensDetails ?? {};
		const answer = usage.completionTokens ?? (usage.totalTokens ?? Number.NaN) - prompt;
		return { prompt, answer, read, written };
	})
	.refine(({ prompt, answer, read, written }) => answer >= 0 && read + written <= prompt);

/** The tokens of an answer, as they are charged; undefined when one of the numbers is none, or they contradict each other. */
export function chargedTokens(usage: unknown) {
	return USAGE_SHAPE.safeParse(isRecord(usage) ? camelRecord(usage) : usage).data;
}

/**
 * The token counts of an answer as fields of its item, for a column each: null for one that the service did not send or that is no count.
 * Those that are part of another (cached, reasoning) are there where there are any; the sum only where a part of it is missing.
 */
export function tokenFields(usage: unknown): Json {
	const sent = camelRecord(isRecord(usage) ? usage : {});
	const { promptTokensDetails: input, completionTokensDetails: output } = sent;
	const prompt = countOf(sent.promptTokens ?? sent.inputTokens);
	const total = countOf(sent.totalTokens);
	const rest = prompt === null || total === null || total < prompt ? null : total - prompt;
	const answer = countOf(sent.completionTokens ?? sent.outputTokens) ?? rest;
	return {
		inputTokens: prompt,
		...optionalTokenField('cachedTokens', input, 'cachedTokens'),
		...optionalTokenField('cacheWriteTokens', input, 'cacheCreationInputTokens'),
		outputTokens: answer,
		...optionalTokenField('reasoningTokens', output, 'reasoningTokens'),
		...(total !== null && (prompt === null || answer === null) ? { totalTokens: total } : {}),
	};
}

/** What an item says of the tokens of its answer, in whichever form: the fields above, or what the service sent. */
export function usageIn(json: Json): unknown {
	if (!('inputTokens' in json)) return json.usage;
	const { inputTokens, outputTokens = 0, cachedTokens = 0, cacheWriteTokens = 0 } = json;
	return {
		promptTokens: inputTokens,
		// One that could not be read has no price.
		completionTokens: outputTokens ?? Number.NaN,
		promptTokensDetails: {
			cachedTokens: cachedTokens ?? Number.NaN,
			cacheCreationInputTokens: cacheWriteTokens ?? Number.NaN,
		},
	};
}

function optionalTokenField(name: string, details: unknown, key: string): Json {
	const value = isRecord(details) ? (details[key] ?? 0) : 0;
	return value === 0 ? {} : { [name]: countOf(value) };
}

function countOf(value: unknown): number | null {
	return TOKEN_COUNT.safeParse(value).data ?? null;
}
