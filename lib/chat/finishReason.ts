import type { Json } from '../core/record';

/** Why an answer can end (docs/maintainers/service.md#chat), and the older word for a call of a tool. */
const KNOWN_FINISH_REASONS = ['stop', 'length', 'tool_calls', 'function_call', 'content_filter'];

/** Words of gateways for an answer that did not come to its end. */
const BROKEN_FINISH_REASON =
	/error|abort|cancel|time_?out|fail|interrupt|disconnect|incomplete|insufficient/i;

/** What the end of a choice is: one that is known, one that may be one, that of an answer that broke, or none. */
export type FinishKind = 'known' | 'unknown' | 'broken' | 'none';

/** Reads the finish reason of a choice; gateways keep the model's own word beside theirs. */
export function finishKindOf({
	finish_reason: reason,
	native_finish_reason: nativeReason,
}: Json): FinishKind {
	if (typeof nativeReason === 'string' && BROKEN_FINISH_REASON.test(nativeReason)) return 'broken';
	const word = finishReasonOf(reason);
	if (word === '') return 'none';
	if (KNOWN_FINISH_REASONS.includes(word)) return 'known';
	return BROKEN_FINISH_REASON.test(word) ? 'broken' : 'unknown';
}

/** What other interfaces call the known ends, as gateways pass it on. */
const KNOWN_SYNONYMS: Record<string, string> = {
	...{ end_turn: 'stop', stop_sequence: 'stop', eos_token: 'stop', none: '', null: '' },
	...{ max_tokens: 'length', max_output_tokens: 'length', model_length: 'length' },
	...{ tool_use: 'tool_calls', tool_call: 'tool_calls' },
};

/** The finish reason in small letters, under the name that is known; empty where there is none. */
export function finishReasonOf(reason: unknown): string {
	const word = typeof reason === 'string' ? reason.trim().toLowerCase() : '';
	return Object.hasOwn(KNOWN_SYNONYMS, word) ? String(KNOWN_SYNONYMS[word]) : word;
}

/** From the best end of a choice to the worst. */
const FINISH_REASONS_BY_SEVERITY = ['stop', 'function_call', 'tool_calls'];

/** How far an end is from a good one: of two that a choice has, the worse one counts. */
export function finishSeverity(choice: Json): number {
	const kind = finishKindOf(choice);
	const word = finishReasonOf(choice.finish_reason);
	if (kind === 'none') return 0;
	if (kind === 'broken') return 7;
	if (word === 'content_filter') return 6;
	if (word === 'length') return 5;
	return kind === 'unknown' ? 4 : 1 + FINISH_REASONS_BY_SEVERITY.indexOf(word);
}
