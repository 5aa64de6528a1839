/** What the texts of a placeholder, and its names and IDs, begin with. */
export const REHEARSAL_WORD = '[Rehearsal]';
export const REHEARSAL_PREFIX = 'rehearsal-';

/** What n8n shows beside the output of a node that rehearsed. */
export const REHEARSAL_HINT =
	'<b>Rehearsal</b>: no paid call was sent. Where <b>rehearsal</b> is true, the output is a placeholder and its cost an estimate. Nodes of other packages ran for real. Turn off <b>Rehearsal</b> in the credential to run in earnest.';

const contextsWithPlaceholders = new WeakSet<object>();

/** Notes that an item, or a sub-node, gets a placeholder in place of an answer. */
export function notePlaceholder(context: object): void {
	contextsWithPlaceholders.add(context);
}

/** The mark of what holds a placeholder. */
export function rehearsalMark(context: object): { rehearsal?: true } {
	return contextsWithPlaceholders.has(context) ? { rehearsal: true } : {};
}
