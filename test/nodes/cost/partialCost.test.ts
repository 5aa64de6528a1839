import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { InferenceDecisions } from '../../../nodes/InferenceDecisions/InferenceDecisions.node';
import { reportedCost } from '../../../lib/core/cost';
import { typed } from '../../coverage/given';
import { inGroups, withOptions } from '../../engine/withOptions';
import { withService } from '../withService';
import { reportedInstead } from './reportedInstead';

const world = withService();
const chat = { prompt: 'What is new?', model: typed('text-basic') };
const items = (count: number) => Array.from({ length: count }, (_, at) => ({ json: { at } }));

/** The answers report this in the place of their cost. */
const report = (cost: unknown, times = 99) =>
	world.service.fault({
		path: '/chat/completions',
		times,
		rewriteAnswer: reportedInstead(cost),
	});
const ask = async (count: number, settings: Record<string, unknown> = {}, more = {}) =>
	await world.run({
		...{ node: new InferenceChat(), items: items(count), continueOnFail: 'continueRegularOutput' },
		parameters: { ...chat, ...more, options: inGroups(settings) } as never,
	});

/** What a service may report of a charge of 3, and what of it can be read. */
const PARTIAL: unknown[] = [
	{ usd: 3 },
	{ usd: 3, diem: null },
	{ usd: 3, diem: 'none' },
	{ usd: '3', diem: {} },
	{ diem: 3 },
	{ usd: -1, diem: 3 },
	{ usd: 2e9, diem: 3 },
	{ usd: [3], diem: 3 },
	{ usd: 3, diem: 0, eur: 5 },
	{ usd: 3, diem: 0, bundled_credits: '4' },
];

it.each([{ eur: 0 }, { rate: 2 }, { eur: null }, { vcu: 'none' }])(
	'takes a cost with %j beside it for whole',
	(more) => {
		expect(reportedCost({ usd: 3, diem: 0, ...more })).toEqual({ amount: 3, currency: 'USD' });
	},
);

it.each(PARTIAL)(
	'counts what can be read of %j, and marks that there may be more',
	async (cost) => {
		report(cost);
		const { item, customData } = await ask(1);
		expect(item.json.cost).toEqual({
			amount: 3,
			currency: reportedCost(cost)?.currency,
			atLeast: true,
		});
		expect(Object.values(customData)).toContain('3');
	},
);

it.each(PARTIAL)('stops a run under a cap of 5 at two calls that report %j', async (cost) => {
	report(cost);
	await ask(20, { maxCostPerRun: 5, maxConcurrentRequests: 1 });
	expect(world.service.ledger).toHaveLength(2);
});

it('counts the list price where what can be read is less', async () => {
	const whole = await ask(1, {}, { simplify: false });
	const { usd } = whole.item.json.cost as { usd: number };
	report({ usd: 1e-9, diem: 'x' });
	const { item } = await ask(1, {}, { simplify: false });
	const cost = item.json.cost as { amount: number };
	expect(cost).toMatchObject({ currency: 'USD', estimated: true, atLeast: true });
	expect(cost.amount).toBeCloseTo(usd, 10);
});

it('keeps what a call was expected to cost where less of its charge can be read', async () => {
	report({ usd: 0.000001, diem: 'x' });
	const parameters = { maxCostPerRun: 0.01, maxConcurrentRequests: 1 };
	const { outputs } = await ask(20, parameters);
	const sent = (outputs[0] ?? []).filter(({ json }) => json.error === undefined).length;
	expect(sent).toBeLessThan(20);
});

it.each([
	{ usd: 0.5, diem: 0 },
	{ usd: '0.5', diem: '0' },
])('marks nothing where all can be read: %j', (cost) =>
	expect(reportedCost(cost)).toEqual({ amount: 0.5, currency: 'USD' }),
);

it.each([
	{},
	{ usd: null },
	{ usd: null, diem: 0 },
	{ usd: 'x', diem: -1 },
	3,
	'3',
	null,
	[],
	{ amount: 'x' },
])('reads no cost in %j', (cost) => expect(reportedCost(cost)).toBeNull());

describe('a decision model that charges for its answers too', () => {
	const parameters = {
		about: 'text',
		text: 'Please pay me back',
		model: typed('decision-private'),
		questions: { question: [{ answerName: 'a', type: 'yesOrNo', instructions: 'A refund?' }] },
	};

	it('is priced by input and output', async () => {
		const { item } = await world.run({ node: new InferenceDecisions(), parameters });
		expect((item.json.cost as { amount: number }).amount).toBeCloseTo(world.spent, 10);
	});

	it('is expected to answer in a few words, and says how many they may be', async () => {
		const dry = withOptions(parameters, { cost: { dryRun: true } });
		const { item } = await world.run({ node: new InferenceDecisions(), parameters: dry });
		await world.run({ node: new InferenceDecisions(), parameters });
		const { least, most } = item.json.estimateRange as { least: number; most: number };
		expect(least).toBeLessThan(world.spent);
		expect(most).toBeGreaterThan(world.spent);
		expect(item.json).toMatchObject({ accuracy: 'estimate' });
	});

	it('has no known price where the answer does not say how long it is', async () => {
		world.service.fault({
			path: '/decisions',
			rewriteAnswer: async (answer) => {
				const { json } = answer.payload as { json: { usage: object } };
				const usage = { ...json.usage, output_tokens: undefined };
				return { ...answer, payload: { json: { ...json, usage } } };
			},
		});
		const { item } = await world.run({ node: new InferenceDecisions(), parameters });
		expect(item.json.cost).toBeNull();
	});
});
