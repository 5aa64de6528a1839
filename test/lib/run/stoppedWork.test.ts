import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { heldWork, holdIfStopped } from '../../../lib/run/saved/openStore';
import { AnswerStore } from '../../../lib/run/saved/answerStore';

const asked = { hash: 'hash', fileIds: [] };

const contextOf = (node: string, signal?: AbortSignal) =>
	({
		getWorkflow: () => ({ id: 'workflow' }),
		getNode: () => ({ id: node }),
		getExecutionId: () => `execution of ${node}`,
		getExecutionCancelSignal: () => signal,
	}) as unknown as IExecuteSingleFunctions;

/** The run of a node that has paid for one answer of this length, and is stopped. */
function stop(node: string, length: number, isFinished = false) {
	const stopping = new AbortController();
	const store = new AnswerStore({}, 0);
	holdIfStopped(contextOf(node, stopping.signal), store, 0);
	store.save('0', asked, 'x'.repeat(length));
	if (isFinished) store.noteItemAnswered('0', 1);
	stopping.abort();
}

const heldOf = (node: string) => Object.keys(heldWork(contextOf(node), 0).kept);

it('holds what a node had paid for that had finished before its execution was stopped', async () => {
	stop('finished', 10, true);
	const next = new AnswerStore({}, 0, heldWork(contextOf('finished'), 0));
	expect(await next.valueAt('0', asked)).toBe('x'.repeat(10));
	expect(next.paidInExecution('0')).toBe('execution of finished');
	expect(heldOf('finished')).toEqual([]);
});

it('holds 64 MB of all stopped runs, the newest', () => {
	for (const node of ['first', 'second', 'third']) stop(node, 30 * 1024 * 1024);
	expect(heldOf('first')).toEqual([]);
	expect([heldOf('second'), heldOf('third')]).toEqual([['0'], ['0']]);
});

it.each([
	['texts', () => Array.from({ length: 40 }, () => 'x'.repeat(1024 * 1024)), undefined],
	['numbers', () => Array.from({ length: 3_000_000 }, (_, index) => index / 7), undefined],
	[
		'small objects',
		() => Array.from({ length: 1_000_000 }, () => ({ a: 'paid', b: 1, c: null })),
		undefined,
	],
	['some of each', () => [{ a: 'x'.repeat(1024 * 1024), b: [0.1, 1, null, true] }], 1],
])('keeps no answer of more than 32 MB with the execution: %s', (_what, make, kept) => {
	const store = new AnswerStore({}, 0);
	store.save('0', asked, make());
	expect(store.has('0')).toBe(kept !== undefined);
	expect(store.allWork.bytes > 0).toBe(kept !== undefined);
});
