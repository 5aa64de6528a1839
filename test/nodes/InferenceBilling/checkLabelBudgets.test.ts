import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { clock } from '../../../lib/core/clock';
import { InferenceBilling } from '../../../nodes/InferenceBilling/InferenceBilling.node';
import { withService } from '../withService';
import { entry } from './spendHistory';

const world = withService();
const request = (requestId: string) => ({
	inferenceDetails: {
		...{ requestId, inferenceExecutionTime: 1 },
		...{ promptTokens: null, completionTokens: null },
	},
});

/** Sales spent 3 and got 0.5 back, support spent 1; one charge of 2 names no request, and one of May is too early. */
beforeEach(() => {
	jest.spyOn(clock, 'now').mockReturnValue(Date.parse('2026-06-10T12:00:00.000Z'));
	for (const [timestamp, amount, id] of [
		['2026-05-31T23:59:59.000Z', -50, 'a'],
		['2026-06-01T00:00:00.000Z', -1, 'a'],
		['2026-06-02T10:00:00.000Z', -2, 'b'],
		['2026-06-02T11:00:00.000Z', 0.5, 'b'],
		['2026-06-03T10:00:00.000Z', -1, 'c'],
		['2026-06-04T10:00:00.000Z', -2, undefined],
	] as const) {
		world.service.record(entry(timestamp, amount, id === undefined ? {} : request(id)));
	}
});

const labelsByRequestId = JSON.stringify([
	{ requestId: 'a', costLabel: ' Sales ' },
	{ requestId: 'b', costLabel: 'Sales' },
	{ requestId: 'c', costLabel: 'Support' },
]);
const rows = (budgets: IDataObject): INodeParameters => ({
	row: Object.entries(budgets).map(([costLabel, budget]) => ({ costLabel, budget })) as never,
});

async function checked(options: INodeParameters, more: INodeParameters = {}) {
	const { outputs, error } = await world.run({
		node: new InferenceBilling(),
		parameters: {
			...{ resource: 'budget', operation: 'check', timeZone: 'UTC', budget: 100 },
			...{ options, ...more },
		},
	});
	return { error, json: outputs[0]?.[0]?.json };
}

it('compares each label with its own budget, and shows what has no label', async () => {
	const { json } = await checked({
		labelsByRequestId,
		labelBudgets: rows({ Support: 5, Sales: 10, New: 1 }),
	});
	expect(json).toMatchObject({ withinBudget: true, status: 'ok', used: 5.5 });
	expect(json?.byCostLabel).toEqual([
		{
			...{ costLabel: 'Support', used: 1, budget: 5, remaining: 4, percentUsed: 20, status: 'ok' },
			labelFound: true,
		},
		{
			...{ costLabel: 'Sales', used: 2.5, budget: 10, remaining: 7.5, percentUsed: 25 },
			...{ status: 'ok', labelFound: true },
		},
		{
			...{ costLabel: 'New', used: 0, budget: 1, remaining: 1, percentUsed: 0 },
			// No call has this label: it is new, or misspelled.
			...{ status: 'ok', labelFound: false },
		},
		{
			...{ costLabel: '(no label)', used: 2, budget: null, remaining: null },
			...{ percentUsed: null, status: null },
		},
	]);
});

it.each([
	[2.5, 'warning', true],
	[2.4, 'exceeded', false],
])(
	'a budget of %d for a label that spent 2.5 makes all %s',
	async (budget, status, withinBudget) => {
		const { json } = await checked({ labelsByRequestId, labelBudgets: rows({ Sales: budget }) });
		expect(json).toMatchObject({ status, withinBudget });
	},
);

it('stops with the label that spent too much', async () => {
	const labelBudgets = rows({ Sales: 2, Support: 9 });
	const { error } = await checked({ labelsByRequestId, labelBudgets }, { stopWhenExceeded: true });
	expect(error?.message).toMatch(/^The budget of the cost label "Sales" for .+ is exceeded$/);
});

it('keeps the sentence of the budget for all where that is exceeded', async () => {
	const labelBudgets = rows({ Sales: 2 });
	const more = { stopWhenExceeded: true, budget: 5 };
	const { error } = await checked({ labelsByRequestId, labelBudgets }, more);
	expect(error?.message).toMatch(/is exceeded: 5\.50 USD spent of 5\.00 USD$/);
});

it.each<[INodeParameters, RegExp]>([
	[{ labelBudgets: rows({ Sales: 2 }) }, /^Budgets per Label need Labels by Request ID/],
	[
		{ labelsByRequestId, labelBudgets: rows({ ' ': 2 }) },
		/^Cost Label in row 1 of Budgets per Label must not be empty/,
	],
	[
		{ labelsByRequestId, labelBudgets: rows({ Sales: 2, ' Sales': 3 }) },
		/^Cost Label "Sales" in row 2 of Budgets per Label is there twice/,
	],
	[
		{ labelsByRequestId, labelBudgets: rows({ Sales: 0 }) },
		/^Budget of Row 1 must be a number of at least 0\.000001, but 0 was given/,
	],
	[
		{ labelsByRequestId: '{}', labelBudgets: rows({ Sales: 1 }) },
		/^Labels by Request ID must be a JSON array/,
	],
])('refuses %j before anything is sent', async (options, sentence) => {
	const { error } = await checked(options);
	expect(error?.message).toMatch(sentence);
	expect(world.service.journal).toEqual([]);
});
