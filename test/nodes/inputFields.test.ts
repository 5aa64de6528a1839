import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { InferenceChat } from '../../nodes/InferenceChat/InferenceChat.node';
import { InferenceDecisions } from '../../nodes/InferenceDecisions/InferenceDecisions.node';
import { InferenceImage } from '../../nodes/InferenceImage/InferenceImage.node';
import { operationOf } from '../../lib/run/operation';
import { takeRun, type FullRun } from '../coverage/fullRun';
import { files, itemWith, typed } from '../coverage/given';
import { FULL_RUNS } from '../coverage/runs/all';
import { letJobsGoOn } from './jobTime';
import { menuEntries } from './parameters';
import { withService } from './withService';

const world = withService({ balances: { usd: 1_000 } });

/** A row of a table that many things can be called the same as. */
const ROW: IDataObject = { customer: 'Ada', error: 'ERR-7', cost: 12, input_error: 'old' };
const on = { includeOtherFields: true };

const withRow = ({ json, ...item }: INodeExecutionData) => ({ ...item, json: { ...json, ...ROW } });

/** Each operation whose items answer one of the input each, with one of its full runs. */
const operations = FULL_RUNS.flatMap(({ node, runs }) =>
	menuEntries(node.description.properties).flatMap(({ resource, option }) => {
		const run = runs.find(
			(one) => one.operation === option.value && one.resource === resource?.value,
		);
		const name = `${node.constructor.name} ${[resource?.value, option.value].filter(Boolean).join(' ')}`;
		const isPart =
			run !== undefined &&
			!['getAll', 'getAnalytics', 'getLog'].includes(String(option.value)) &&
			operationOf(option);
		return isPart ? [{ name, node, run: run as FullRun }] : [];
	}),
);

it.each(operations)('passes the row on: $name', async ({ node, run }) => {
	letJobsGoOn(world);
	const { output } = await takeRun(world, node, {
		...run,
		parameters: { ...run.parameters, ...on },
		items: (run.items ?? [{ json: {} }]).map(withRow),
		...(run.prepare && {
			prepare: async (service) => {
				const made = await run.prepare!(service);
				return { ...made, ...on };
			},
		}),
	});
	expect(output.length).toBeGreaterThan(0);
	for (const json of output) {
		expect(json).toMatchObject({ customer: 'Ada', input_error: 'old', input_input_error: 'ERR-7' });
		expect(json).not.toHaveProperty('error');
		expect([json.cost, json.input_cost]).toContain(12);
	}
});

describe('the fields of the input', () => {
	const chat = { prompt: '={{ $json.question }}', model: typed('text-basic') };
	const rows = ['What is a pear?', 'And a plum?'].map((question) => ({
		json: { question, text: 'mine', model: 1 },
	}));

	it('never take the name of the result, and stay with their item', async () => {
		const node = new InferenceChat();
		const plain = await world.run({ node, parameters: chat, items: rows });
		const { items } = await world.run({ node, parameters: { ...chat, ...on }, items: rows });
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		for (const [index, { json }] of items.entries()) {
			const { question, input_text: text, input_model: model, ...own } = json;
			expect([question, text, model]).toEqual([rows[index]?.json.question, 'mine', 1]);
			expect(Object.keys(own)).toEqual(Object.keys(plain.items[index]?.json ?? {}));
			expect(typeof own.text).toBe('string');
		}
	});

	it('are left out unless they are wanted, but of decisions', async () => {
		const about = {
			question: [{ answerName: 'refund', type: 'yesOrNo', instructions: 'A refund?' }],
		};
		const decide = { about: 'item', questions: about };
		const items = [{ json: { mail: 'I want my money back' } }];
		const node = new InferenceDecisions();
		const run = async (parameters: INodeParameters) =>
			(await world.run({ node, parameters, items })).item.json;
		expect(await run(decide)).toMatchObject({ mail: 'I want my money back' });
		expect(await run({ ...decide, includeOtherFields: false })).not.toHaveProperty('mail');
		const { item } = await world.run({ node: new InferenceChat(), parameters: chat, items: rows });
		expect(item.json).not.toHaveProperty('question');
	});

	it('are none of the answer that a tool returns to its agent', async () => {
		const parameters = { ...chat, prompt: 'What is a pear?' };
		const { outputs } = await world.run({
			...{ node: new InferenceChat(), asTool: true, items: [{ json: { secret: 'row' } }] },
			parameters: { ...parameters, ...on },
		});
		expect(JSON.stringify(outputs)).not.toContain('secret');
	});

	it('do not make a failed item look like a good one', async () => {
		const { outputs } = await world.run({
			...{ node: new InferenceChat(), continueOnFail: 'continueRegularOutput', items: rows },
			parameters: { ...chat, ...on, model: typed('no-such-model') },
		});
		for (const { json } of outputs.flat()) expect(typeof json.error).toBe('string');
	});

	it('come with each copy of an answer that several items share', async () => {
		const options = { retriesAndLimits: { reuseIdentical: true } };
		const same = ['Ada', 'Bob'].map((name) => ({ json: { name, question: 'Why?' } }));
		const { items } = await world.run({
			...{ node: new InferenceChat(), items: same },
			parameters: { ...chat, ...on, options },
		});
		expect(items.map(({ json }) => json.name)).toEqual(['Ada', 'Bob']);
		expect(world.service.requests('/chat/completions')).toHaveLength(1);
	});
});

it('passes the files of the input on too, the result keeping its name', async () => {
	const parameters = { resource: 'image', operation: 'upscale' };
	const items = itemWith({ data: files.photo, scan: files.photo });
	const { item } = await world.run({
		...{ node: new InferenceImage(), items },
		parameters: {
			...{ ...parameters, inputBinaryField: 'data' },
			...{ includeOtherFields: true, includeBinary: true },
		},
	});
	expect(Object.keys(item.binary ?? {}).sort()).toEqual(['data', 'input_data', 'scan']);
	expect(item.binary?.input_data).toEqual(items[0]?.binary?.data);
	expect(item.binary?.data).not.toEqual(items[0]?.binary?.data);
});
