import type { Json } from '../core/record';

/** Why an answer can end (docs/maintainers/service.md#chat), and the older word for a call of a tool. */
const KNOWN = ['stop', 'length', 'tool_calls', 'function_call', 'content_filter'];

/** Words of gateways for an answer that did not come to its end. */
const BROKEN = /error|abort|cancel|time_?out|fail|interrupt|disconnect|incomplete|insufficient/i;

/** What the end of a choice is: one that is known, one that may be one, that of an answer that broke, or none. */
export type Finish = 'known' | 'unknown' | 'broken' | 'none';

/** Reads the finish reason of a choice; gateways keep the model's own word beside theirs. */
export function finishOf({ finish_reason: reason, native_finish_reason: own }: Json): Finish {
	if (typeof own === 'string' && BROKEN.test(own)) return 'broken';
	const word = reasonOf(reason);
	if (word === '') return 'none';
	if (KNOWN.includes(word)) return 'known';
	return BROKEN.test(word) ? 'broken' : 'unknown';
}

/** The finish reason in small letters; empty where there is none. */
export function reasonOf(reason: unknown): string {
	const word = typeof reason === 'string' ? reason.trim().toLowerCase() : '';
	return word === 'null' || word === 'none' ? '' : word;
}
