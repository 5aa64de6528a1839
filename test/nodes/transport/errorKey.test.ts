import { WorkflowExecute } from 'n8n-core';
import type { INodeType } from 'n8n-workflow';

import { InferenceWeb } from '../../../nodes/InferenceWeb/InferenceWeb.node';
import { isRecord } from '../../../lib/core/record';
import type { FullRun } from '../../coverage/fullRun';
import { panelOperations } from '../../coverage/panel';
import { HISTORY_FROM } from '../../coverage/runs/account';
import { FULL_RUNS } from '../../coverage/runs/all';
import type { Fault } from '../../service/service';
import { rowsHere } from '../../engine/rows';
import { sample } from '../../rounds';
import { withService } from '../withService';

const world = withService({ history: { entries: 40, from: HISTORY_FROM, stepMs: 1000 } });

/** What servers put under the name of an error beside an answer that is good; the last one says something. */
const ERRORS = ['', null, {}, { message: '' }, 'GPU busy'];

const RUNS = FULL_RUNS.filter(({ node }) => node.poll === undefined).flatMap(({ node, runs }) =>
	runs.map((run) => ({ node, run, name: `${node.description.displayName} ${run.operation}` })),
);

/** Every other run, with one of the errors each. */
const ROWS = sample(RUNS, 2).map((one, turn) => ({ ...one, error: ERRORS[turn % ERRORS.length] }));

/** Every JSON object of the service, and every entry of its lists, with an error from now on. */
const everywhere = (error: unknown): Fault => ({
	times: 1_000_000,
	rewriteAnswer: async (answer) => {
		const { payload } = answer;
		if (!('json' in payload) || answer.status !== 200) return answer;
		return { ...answer, payload: { ...payload, json: marked(payload.json, error) } };
	},
});

function marked(value: unknown, error: unknown): unknown {
	if (Array.isArray(value)) return value.map((entry: unknown) => marked(entry, error));
	if (!isRecord(value)) return value;
	const inner = Object.entries(value).map(([name, one]) => [
		name,
		Array.isArray(one) ? marked(one, error) : one,
	]);
	return { ...Object.fromEntries(inner), error };
}

async function played(node: INodeType, run: FullRun, error?: unknown) {
	const { resource, operation, items, prepare } = run;
	const panel = panelOperations(node).find(
		(one) => one.value === operation && one.resource === resource,
	);
	const hasSimplify = panel?.fields.some(({ path }) => path === 'simplify') === true;
	const parameters = {
		...{ ...run.parameters, ...(await prepare?.(world)) },
		...{ ...(resource && { resource }), operation, ...(hasSimplify && { simplify: false }) },
	};
	const before = world.service.ledger.length;
	if (error !== undefined) world.service.fault(everywhere(error));
	const result = await world.run({ node, parameters, items, retryOnFail: { maxTries: 3 } });
	return { ...result, charges: world.service.ledger.length - before };
}

describe('an answer with an error beside what is good', () => {
	it.each(rowsHere(ROWS, 3))(
		'$name, $run.name: is no failed run for n8n with $error',
		async ({ node, run, error }) => {
			const plain = await played(node, run);
			world.service.reset();
			const result = await played(node, run, error);
			for (const { json } of result.outputs[0] ?? []) expect(json).not.toHaveProperty('error');
			expect(result.charges).toBeLessThanOrEqual(plain.charges);
			const isRead = result.error === undefined;
			// Words in place of nothing may be believed to be the answer.
			if (error !== 'GPU busy') expect(isRead).toBe(plain.error === undefined);
		},
	);
});

describe('a run whose items are all answered', () => {
	it('costs nothing again when n8n fails with its output and runs the node again', async () => {
		type Output = (...given: unknown[]) => unknown;
		const own = WorkflowExecute.prototype as unknown as { assignPairedItems: Output };
		const { assignPairedItems } = own;
		let outputs = 0;
		jest.spyOn(own, 'assignPairedItems').mockImplementation(function (this: unknown, ...given) {
			// The first one is that of the node before.
			if (++outputs === 2) throw new Error('No space left on device');
			return assignPairedItems.apply(this, given);
		});
		const { item } = await world.run({
			node: new InferenceWeb(),
			parameters: { resource: 'page', operation: 'scrape', url: 'https://example.com' },
			retryOnFail: { maxTries: 3 },
		});
		expect(outputs).toBe(3);
		expect(item.json).toMatchObject({ cost: expect.anything() });
		expect(world.service.ledger).toHaveLength(1);
	});
});
