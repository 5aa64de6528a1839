import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { customDataOf, executionMemory } from './execution';

/** What the texts of a placeholder, and its names and IDs, begin with. */
export const REHEARSAL_WORD = '[Rehearsal]';
export const REHEARSAL_PREFIX = 'rehearsal-';

const REHEARSAL_NOTE =
	'Rehearsal: nothing was paid. Answers are placeholders. Turn it off in the credential to run for real.';

/** The entry of an execution that rehearses in production, for the list of executions and its filter. */
const REHEARSAL_KEY = 'inferenceRehearsal';

const contextsWithPlaceholders = new WeakSet<object>();
const announcedExecutions = new WeakSet<object>();

interface RehearsingContext extends Pick<IExecuteFunctions, 'getNode' | 'logger'> {
	getMode?(): string;
}

/** Notes that an item, or a sub-node, gets a placeholder in place of an answer; the first of an execution in production is announced. */
export function notePlaceholder(context: RehearsingContext): void {
	contextsWithPlaceholders.add(context);
	const execution = executionMemory(context, 'flow') ?? context;
	if (
		['manual', 'evaluation', undefined].includes(context.getMode?.()) ||
		announcedExecutions.has(execution)
	)
		return;
	announcedExecutions.add(execution);
	context.logger.warn(`"${context.getNode().name}": ${REHEARSAL_NOTE}`);
	try {
		customDataOf(context)?.set(REHEARSAL_KEY, 'true');
	} catch {
		// An entry is no reason to fail.
	}
}

/** The mark of what holds a placeholder. */
export function rehearsalMark(context: object): { rehearsal?: true } {
	return contextsWithPlaceholders.has(context) ? { rehearsal: true } : {};
}

/** The fields of an item with what says that it holds a placeholder, before all others: there a person looks. */
export function withRehearsalNote(context: object, json: IDataObject): IDataObject {
	return contextsWithPlaceholders.has(context) ? { rehearsalNote: REHEARSAL_NOTE, ...json } : json;
}
