/** What the texts of a placeholder, and its names and IDs, begin with. */
export const REHEARSAL_WORD = '[Rehearsal]';
export const REHEARSAL_PREFIX = 'rehearsal-';

const contextsWithPlaceholders = new WeakSet<object>();

/** Notes that an item, or a sub-node, gets a placeholder in place of an answer. */
export function notePlaceholder(context: object): void {
	contextsWithPlaceholders.add(context);
}

/** The mark of what holds a placeholder. */
export function rehearsalMark(context: object): { rehearsal?: true } {
	return contextsWithPlaceholders.has(context) ? { rehearsal: true } : {};
}
