import { isRecord } from '../base/record';
import { counted } from './modelAnswer';

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
	// Without numbers, n8n shows an estimate, and says so.
	const { input = 0, output = 0, total = 0, cached = 0 } = counted(facts.usage) ?? {};
	const cost = isRecord(facts.cost) ? facts.cost.usd : undefined;
	return {
		...{ completionTokens: output, promptTokens: input, totalTokens: total },
		...(cached > 0 ? { cachedTokens: cached } : {}),
		...(typeof cost === 'number' ? { cost } : {}),
	};
}
