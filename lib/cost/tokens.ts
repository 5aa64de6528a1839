import { isRecord, type Json } from '../core/record';
import { wireNumber } from '../core/wireText';
import { camelRecord } from '../wire/simplifiedItems';

/** Whether an answer has more tokens of reasoning than it has tokens: they are charged beside those, and nothing says how many. */
export function leavesOutReasoning(usage: unknown): boolean {
	const { answer = 0, reasoning = 0 } = chargedTokens(usage) ?? {};
	return reasoning > answer;
}

/** The tokens of an answer, as they are charged; undefined when one of the numbers is none, or they contradict each other. */
export function chargedTokens(usage: unknown) {
	const { inputTokens: prompt, outputTokens: answer, ...parts } = tokenFields(usage);
	const { cachedTokens: read = 0, cacheWriteTokens: written = 0, reasoningTokens } = parts;
	const isKnown = prompt !== null && answer !== null && read !== null && written !== null;
	if (!isKnown || read + written > prompt) return undefined;
	return { prompt, answer, read, written, reasoning: reasoningTokens ?? 0 };
}

interface TokenFields extends Json {
	inputTokens: number | null;
	outputTokens: number | null;
	cachedTokens?: number | null;
	cacheWriteTokens?: number | null;
	reasoningTokens?: number | null;
}

/**
 * The token counts of an answer as fields of its item, for a column each: null for one that the service did not send or that is no count.
 * Those that are part of another (cached, reasoning) are there where there are any; the sum only where a part of it is missing.
 */
export function tokenFields(usage: unknown): TokenFields {
	const sent = isRecord(usage) ? camelRecord(usage) : {};
	const input = valueOf(sent, ['promptTokensDetails', 'inputTokensDetails']);
	const output = valueOf(sent, ['completionTokensDetails', 'outputTokensDetails']);
	const prompt = countOf(valueOf(sent, ['promptTokens', 'inputTokens']));
	// One interface counts its cache beside `input_tokens`, another one within and in details: without these it could be either.
	const isWithin = sent.promptTokens !== undefined || isRecord(input);
	const total = countOf(sent.totalTokens);
	const rest = prompt === null || total === null || total < prompt ? null : total - prompt;
	const said = valueOf(sent, ['completionTokens', 'outputTokens']);
	const part = partField('reasoningTokens', output, sent, ['reasoningTokens']);
	const { reasoningTokens: reasoning = 0 } = part;
	const isBeside = rest !== null && rest === (countOf(said) ?? 0) + (reasoning ?? 0);
	const answer = isBeside || said === undefined ? rest : countOf(said);
	return {
		inputTokens: prompt,
		...partField('cachedTokens', input, sent, CACHED_NAMES, isWithin),
		...partField('cacheWriteTokens', input, sent, CACHE_WRITE_NAMES, isWithin),
		outputTokens: answer,
		...part,
		...(total !== null && (prompt === null || answer === null) ? { totalTokens: total } : {}),
	};
}

/** Each count as services write it, in the details or at the top of the usage. */
const CACHED_NAMES = ['cachedTokens', 'cacheReadInputTokens', 'promptCacheHitTokens'];
const CACHE_WRITE_NAMES = ['cacheCreationInputTokens', 'cacheCreationTokens', 'cacheWriteTokens'];

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

/** A part that stands in the details, or at the top of the usage; none where it is 0, and null where it may be no part. */
function partField(
	name: string,
	details: unknown,
	usage: Json,
	names: string[],
	isPart = true,
): Partial<Record<string, number | null>> {
	const within = isRecord(details) ? valueOf(details, names) : undefined;
	const value = (within === 0 ? undefined : within) ?? valueOf(usage, names) ?? 0;
	return value === 0 ? {} : { [name]: isPart ? countOf(value) : null };
}

const SUMMANDS = [
	['prompt_tokens', 'completion_tokens'],
	['input_tokens', 'output_tokens'],
];

/**
 * The usage of an answer that several chunks tell of, after the last one: its total is the sum of the two last counts, unless that chunk
 * states both of them with a total. A count of 0 states nothing.
 */
export function withTotal(usage: unknown, last: Json): unknown {
	if (!isRecord(usage) || usage.total_tokens === undefined) return usage;
	for (const names of SUMMANDS) {
		const stated = names.filter((name) => wireNumber(last[name]) > 0).length;
		const isWhole = stated === 2 && last.total_tokens !== undefined;
		const [prompt = Number.NaN, answer = Number.NaN] = names.map((name) => wireNumber(usage[name]));
		const total = prompt + answer;
		if (stated > 0 && !isWhole && !Number.isNaN(total)) return { ...usage, total_tokens: total };
	}
	return usage;
}

/** The value under the first of the names that has one. */
function valueOf(record: Json, names: string[]): unknown {
	return names.map((name) => record[name] ?? undefined).find((value) => value !== undefined);
}

/** A count, which some gateways write as text. */
function countOf(value: unknown): number | null {
	const count = wireNumber(value);
	return Number.isInteger(count) && count >= 0 ? count : null;
}
