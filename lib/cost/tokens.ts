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
		completionTokensDetails: z
			.object({ reasoningTokens: TOKEN_COUNT.nullish().catch(0) })
			.nullish()
			.catch(null),
		cacheReadInputTokens: TOKEN_COUNT_OR_ZERO,
		cacheCreationInputTokens: TOKEN_COUNT_OR_ZERO,
	})
	.transform(({ promptTokens: prompt, promptTokensDetails, ...usage }) => {
		const { cachedTokens = 0, cacheCreationInputTokens = 0 } = promptTokensDetails ?? {};
		// The same count may stand at both places.
		const read = Math.max(cachedTokens, usage.cacheReadInputTokens);
		const written = Math.max(cacheCreationInputTokens, usage.cacheCreationInputTokens);
		const { completionTokens, totalTokens, completionTokensDetails } = usage;
		const rest = (totalTokens ?? Number.NaN) - prompt;
		const reasoning = completionTokensDetails?.reasoningTokens ?? 0;
		const isBeside = rest === (completionTokens ?? 0) + reasoning;
		const answer = isBeside ? rest : (completionTokens ?? rest);
		return { prompt, answer, read, written, reasoning };
	})
	.refine(({ prompt, answer, read, written }) => answer >= 0 && read + written <= prompt);

/** Whether an answer has more tokens of reasoning than it has tokens: they are charged beside those, and nothing says how many. */
export function leavesOutReasoning(usage: unknown): boolean {
	const { answer = 0, reasoning = 0 } = chargedTokens(usage) ?? {};
	return reasoning > answer;
}

/** The tokens of an answer, as they are charged; undefined when one of the numbers is none, or they contradict each other. */
export function chargedTokens(usage: unknown) {
	return USAGE_SHAPE.safeParse(isRecord(usage) ? camelRecord(usage) : usage).data;
}

/**
 * The token counts of an answer as fields of its item, for a column each: null for one that the service did not send or that is no count.
 * Those that are part of another (cached, reasoning) are there where there are any; the sum only where a part of it is missing.
 */
export function tokenFields(usage: unknown): Json {
	const sent = isRecord(usage) ? usage : {};
	const input = sent.prompt_tokens_details ?? sent.promptTokensDetails;
	const output = sent.completion_tokens_details ?? sent.completionTokensDetails;
	const prompt = countOf(valueOf(sent, INPUT_NAMES));
	const total = countOf(sent.total_tokens ?? sent.totalTokens);
	const rest = prompt === null || total === null || total < prompt ? null : total - prompt;
	const said = countOf(valueOf(sent, OUTPUT_NAMES));
	const reasoning = isRecord(output) ? countOf(valueOf(output, REASONING_NAMES)) : null;
	const isBeside = rest !== null && rest === (said ?? 0) + (reasoning ?? 0);
	const answer = isBeside ? rest : (said ?? rest);
	return {
		inputTokens: prompt,
		...partField('cachedTokens', input, CACHED_NAMES, valueOf(sent, TOP_CACHED_NAMES)),
		...partField('cacheWriteTokens', input, CACHE_WRITE_NAMES, valueOf(sent, CACHE_WRITE_NAMES)),
		outputTokens: answer,
		...partField('reasoningTokens', output, REASONING_NAMES),
		...(total !== null && (prompt === null || answer === null) ? { totalTokens: total } : {}),
	};
}

/** Each count as services write it, and as the items of other operations do. */
const INPUT_NAMES = ['prompt_tokens', 'promptTokens', 'input_tokens', 'inputTokens'];
const OUTPUT_NAMES = ['completion_tokens', 'completionTokens', 'output_tokens', 'outputTokens'];
const CACHED_NAMES = ['cached_tokens', 'cachedTokens'];
const TOP_CACHED_NAMES = ['cache_read_input_tokens', 'cacheReadInputTokens'];
const CACHE_WRITE_NAMES = ['cache_creation_input_tokens', 'cacheCreationInputTokens'];
const REASONING_NAMES = ['reasoning_tokens', 'reasoningTokens'];

/** What an item says of the tokens of its answer, in whichever form: the fields above, or what the service sent. */
export function usageIn(json: Json): unknown {
	if (!('inputTokens' in json)) return json.usage;
	const { inputTokens, outputTokens = 0, cachedTokens = 0, cacheWriteTokens = 0 } = json;
	const { reasoningTokens = 0 } = json;
	return {
		promptTokens: inputTokens,
		// One that could not be read has no price.
		completionTokens: outputTokens ?? Number.NaN,
		promptTokensDetails: {
			cachedTokens: cachedTokens ?? Number.NaN,
			cacheCreationInputTokens: cacheWriteTokens ?? Number.NaN,
		},
		completionTokensDetails: { reasoningTokens },
	};
}

/** A part that stands in the details, or at the top of the usage. */
function partField(name: string, details: unknown, names: string[], atTop: unknown = 0): Json {
	const within = isRecord(details) ? valueOf(details, names) : undefined;
	const value = (within === 0 ? undefined : within) ?? atTop;
	return value === 0 ? {} : { [name]: countOf(value) };
}

/** The value under the first of the names that has one. */
function valueOf(record: Json, names: string[]): unknown {
	for (const name of names) {
		const value = record[name];
		if (value !== undefined && value !== null) return value;
	}
	return undefined;
}

function countOf(value: unknown): number | null {
	return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null;
}
