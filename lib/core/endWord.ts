import type { Json } from './record';

/** What the end word of a choice says, from the best to the worst: `called` ends a whole answer with calls, `broken` one that did not come to its end. */
const END_KINDS = ['none', 'whole', 'called', 'unknown', 'cut', 'filtered', 'broken'] as const;

export interface End {
	kind: (typeof END_KINDS)[number];
	/** As it came; empty where none did. */
	word: string;
}

/** The end words that are known (docs/maintainers/service.md#chat), and those of other interfaces as gateways pass them on. */
const KNOWN_WORDS = {
	none: ['', 'none', 'null'],
	whole: ['stop', 'end_turn', 'stop_sequence', 'eos_token'],
	called: ['tool_calls', 'function_call', 'tool_use', 'tool_call'],
	cut: ['length', 'max_tokens', 'max_output_tokens', 'model_length'],
	filtered: ['content_filter', 'safety', 'refusal'],
} satisfies Partial<Record<End['kind'], string[]>>;

const KIND_OF_WORD = new Map(
	Object.entries(KNOWN_WORDS).flatMap(([kind, words]) =>
		words.map((word) => [word, kind as keyof typeof KNOWN_WORDS] as const),
	),
);

/** Words of gateways for an answer that did not come to its end. */
const BROKEN_END =
	/error|abort|cancel|time_?out|fail|interrupt|disconnect|incomplete|insufficient/i;

/** Reads the end word of a choice; gateways keep the model's own word beside theirs. */
export function endOf({ finish_reason: sent, native_finish_reason: native }: Json): End {
	const word = typeof sent === 'string' ? sent.trim() : '';
	const known = KIND_OF_WORD.get(word.toLowerCase());
	if (known === undefined && BROKEN_END.test(word)) return { kind: 'broken', word };
	if (typeof native === 'string' && BROKEN_END.test(native))
		return { kind: 'broken', word: native };
	return { kind: known ?? 'unknown', word };
}

/** Whether an end is worse than another one: of two ends of one answer, the worse one counts. */
export function endsWorse(end: End, other: End): boolean {
	return END_KINDS.indexOf(end.kind) > END_KINDS.indexOf(other.kind);
}
