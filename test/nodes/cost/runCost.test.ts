import { Big } from 'big.js';
import type { IDataObject } from 'n8n-workflow';

import { SpendingTable } from '../../../lib/cost/runTotals';
import { InferenceBilling } from '../../../nodes/InferenceBilling/InferenceBilling.node';
import { typed } from '../../coverage/given';
import type { RunNodeOptions, RunNodeResult } from '../../engine/runNode';
import { withService } from '../withService';
import { audio, chat, speak } from './paidCases';

const world = withService();
type Kept = RunNodeResult['keptData'];

const runCost = async (keptData: Kept, groupBy = 'all', items?: RunNodeOptions['items']) => {
	const { outputs, error } = await world.run({
		...{ node: new InferenceBilling(), keptData, items },
		parameters: { resource: 'runCost', operation: 'get', groupBy },
	});
	expect(error).toBeUndefined();
	return (outputs[0] ?? []).map(({ json }) => json);
};
const exactUsd = (rows: IDataObject[]) =>
	rows.reduce((sum, { usd }) => sum.plus(usd as number), new Big(0)).toFixed();
const booked = () =>
	world.service.ledger.reduce((sum, { usd }) => sum.plus(usd), new Big(0)).toFixed();
const teams = ['Sales', 'Support', 'Sales'].map((team) => ({ json: { team } }));
const ask = {
	...{ prompt: 'What is new?', model: typed('text-basic') },
	options: { cost: { costLabel: '={{ $json.team }}' } },
};
/** Runs nodes one after the other in one execution, and returns what is left with it. */
async function execution(...runs: RunNodeOptions[]): Promise<Kept> {
	let keptData: Kept = {};
	for (const options of runs) ({ keptData } = await world.run({ ...options, keptData }));
	return keptData;
}

it('sums the calls of all nodes by node, model and label, to the last digit of the ledger', async () => {
	const kept = await execution(
		{ node: chat, parameters: ask, items: teams },
		{ node: audio, parameters: { ...speak, options: { cost: { costLabel: 'Sales' } } } },
	);
	const rows = await runCost(kept, 'all', teams);
	expect(exactUsd(rows)).toBe(booked());
	expect(rows.map(({ node, model, costLabel, calls }) => [node, model, costLabel, calls])).toEqual(
		expect.arrayContaining([
			[chat.description.defaults.name, 'text-basic', 'Sales', 2],
			[chat.description.defaults.name, 'text-basic', 'Support', 1],
			[audio.description.defaults.name, 'tts-basic', 'Sales', 1],
		]),
	);
	for (const groupBy of ['costLabel', 'model', 'node', 'total']) {
		expect(exactUsd(await runCost(kept, groupBy))).toBe(booked());
	}
	expect(await runCost(kept, 'total')).toEqual([
		expect.objectContaining({ calls: 4, complete: true, unknownCalls: 0 }),
	]);
	expect(world.service.requests('/billing/balance')).toHaveLength(0);
});

it.each([
	['was lost and may have been charged', { cut: 'before', processed: true } as const, 1, false],
	['ended early after it was charged', { malformed: true, processed: true } as const, 1, false],
	['was refused', { status: 400, body: { error: 'No' } }, 0, true],
])('marks a call whose answer %s', async (_what, fault, calls, complete) => {
	world.service.fault({ path: '/chat/completions', ...fault });
	const kept = await execution({ node: chat, parameters: ask, items: teams.slice(0, 1) });
	const [total] = await runCost(kept, 'total');
	expect(total).toMatchObject({ calls, complete, unknownCalls: calls });
});

it('says zero where nothing was called', async () => {
	expect(await runCost({}, 'costLabel')).toEqual([
		expect.objectContaining({
			calls: 0,
			usd: 0,
			complete: true,
			note: expect.stringContaining('No paid call was made in this execution') as string,
		}),
	]);
});

it('keeps few entries, whatever the number of labels, and loses no amount', () => {
	const kept: ConstructorParameters<typeof SpendingTable>[0] = [];
	const parts = new SpendingTable(kept);
	for (let count = 0; count < 2_500; count++) {
		const name = { node: 'A', tool: false, model: null, costLabel: `Customer ${count}` };
		parts.openCall(name).settle({ amount: 0.1, currency: 'USD' });
	}
	expect(kept).toHaveLength(2_001);
	expect(kept.at(-1)).toMatchObject({ costLabel: '(other labels)', calls: 500, usd: '50' });
	expect(parts.sumsBy([])).toEqual([expect.objectContaining({ calls: 2_500, usd: '250' })]);
});

it.each(['all', 'costLabel', 'model', 'node', 'total'])(
	'never adds what was rehearsed to what was charged, by %s',
	async (groupBy) => {
		const rehearsal = world.accessWith({ rehearsal: true });
		const kept = await execution(
			{ ...rehearsal, node: chat, parameters: ask, items: teams.slice(0, 1) },
			{ node: chat, parameters: ask, items: teams.slice(0, 1) },
		);
		const rows = await runCost(kept, groupBy);
		expect(rows.map(({ calls, rehearsal: mark }) => [calls, mark])).toEqual([
			[1, true],
			[1, undefined],
		]);
		expect(exactUsd(rows.slice(1))).toBe(booked());
	},
);
