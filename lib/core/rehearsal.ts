/** What the texts of a placeholder, and its names and IDs, begin with. */
export const REHEARSAL_WORD = '[Rehearsal]';
export const REHEARSAL_PREFIX = 'rehearsal-';

/** Whether a credential rehearses: nothing is spent unless that is clearly off. */
export const isRehearsing = ({ rehearsal }: { rehearsal?: unknown }) =>
	![undefined, null, false, 'false', '', 0].includes(rehearsal as null);

const contextsWithPlaceholders = new WeakSet<object>();

/** Notes that an item, or a sub-node, gets a placeholder in place of an answer. */
export function notePlaceholder(context: object): void {
	contextsWithPlaceholders.add(context);
}

/** The mark of what holds a placeholder. */
export function rehearsalMark(context: object): { rehearsal?: true } {
	return contextsWithPlaceholders.has(context) ? { rehearsal: true } : {};
}
