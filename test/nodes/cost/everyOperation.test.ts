import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { INodePropertyOptions } from 'n8n-workflow';

import { operationOf } from '../../../lib/run/operation';
import { files, itemWith } from '../../coverage/given';
import { withOptions } from '../../engine/withOptions';
import { menuEntries } from '../parameters';
import { REGISTERED } from '../registered';
import { withService } from '../withService';
import { PAID_CASES } from './paidCases';

const world = withService();
const titleOf = (node: string, resource: unknown, operation: unknown) =>
	[node, resource, operation].filter((word) => word !== undefined).join(' ');

const isPriced = (option: INodePropertyOptions) => 'price' in (operationOf(option) ?? {});
const priced = REGISTERED.map(({ create }) => create()).flatMap(({ description }) =>
	menuEntries(description.properties)
		.filter(({ option }) => isPriced(option))
		.map(({ resource, option }) => titleOf(description.name, resource?.value, option.value)),
);

/** Operations without a call in PAID_CASES, and the test beside this one that holds their price instead. */
const ELSEWHERE: Record<string, string> = {
	'inferenceAudio music generate': 'queues what "music queue" does; ledger.test.ts waits for a job',
	'inferenceVideo video generate': 'ledger.test.ts: when a video is waited for',
	'inferenceVideo video upscale': 'quotes.test.ts: its quote is what is charged',
	'inferenceImage image removeBackground': 'ledger.test.ts: its price is not known',
	'inferenceVideo recording transcribe': 'ledger.test.ts: its price is not known',
	'inferenceAudio voice clone': 'ledger.test.ts: its price is not known',
};

const byOperation = new Map(
	PAID_CASES.map((one) => {
		const { resource, operation } = one.parameters;
		const { description } = one.node;
		const [only] = menuEntries(description.properties);
		const called = operation ?? only?.option.value;
		return [titleOf(description.name, resource, called), one];
	}),
);

it('the price of every operation that has one is held against the ledger', () => {
	const lacking = priced.filter((title) => !byOperation.has(title) && !(title in ELSEWHERE));
	expect(
		lacking.map((title) => `${title} is missing in PAID_CASES of test/nodes/cost/paidCases.ts`),
	).toEqual([]);
	const needless = Object.keys(ELSEWHERE).filter((title) => !priced.includes(title));
	expect(needless).toEqual([]);
	const cited = Object.values(ELSEWHERE).map((why) => /[\w./]+\.test\.ts/.exec(why)?.[0] ?? why);
	expect(cited.filter((file) => !existsSync(join(__dirname, file)))).toEqual([]);
});

it.each([...byOperation])('%s is not sent under a cap below its price', async (_title, one) => {
	const { node, parameters, file } = one;
	const { error } = await world.run({
		node,
		parameters: withOptions(parameters, { cost: { maxCostPerRun: 1e-9 } }),
		items: file && itemWith({ data: files[file] }),
	});
	expect(error?.message).toMatch(/Max Cost per Run/);
	expect(world.service.ledger).toEqual([]);
});

it.each([...byOperation])(
	'the item of %s has its cost in the second column',
	async (_title, one) => {
		const { node, parameters, file } = one;
		const items = file && itemWith({ data: files[file] });
		const { outputs, error } = await world.run({ node, parameters, items });
		expect(error).toBeUndefined();
		for (const { json } of outputs.flat()) expect(Object.keys(json)[1]).toBe('cost');
	},
);
