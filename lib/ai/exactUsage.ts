import { isRecord } from '../base/record';

/**
 * Has n8n's tracing of language models read tokens and cost from the facts of the answer, instead of estimating tokens when an answer
 * was streamed. What is no such tracing is left as it is.
 */
export function exactUsage(callbacks: unknown): void {
	for (const tracing of Array.isArray(callbacks) ? callbacks : []) {
		if (!isRecord(tracing) || !isRecord(tracing.options)) continue;
		if (typeof tracing.options.tokensUsageParser !== 'function') continue;
		tracing.options = { ...tracing.options, tokensUsageParser: reportedUsage };
	}
}

/** Tokens and cost in USD of an answer, as n8n's tracing wants them, and how many of the prompt's tokens came from a cache. */
export function reportedUsage(result: unknown): Record<string, unknown> {
	const generations =
		isRecord(result) && Array.isArray(result.generations) ? result.generations : [];
	const first: unknown = [generations[0]].flat()[0];
	const facts = isRecord(first) && isRecord(first.generationInfo) ? first.generationInfo : {};
	const usage = isRecord(facts.usage) ? facts.usage : {};
	const count = (value: unknown) => (typeof value === 'number' ? value : 0);
	const { prompt_tokens_details: details } = usage;
	const cached = isRecord(details) ? count(details.cached_tokens) : 0;
	const cost = isRecord(facts.cost) ? facts.cost.usd : undefined;
	return {
		completionTokens: count(usage.completion_tokens),
		promptTokens: count(usage.prompt_tokens),
		totalTokens: count(usage.total_tokens),
		...(cached > 0 ? { cachedTokens: cached } : {}),
		...(typeof cost === 'number' ? { cost } : {}),
	};
}
