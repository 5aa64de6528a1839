import type { IDataObject } from 'n8n-workflow';

import { chargesSeen } from '../../../lib/cost/seenCharges';
import { InferenceBilling } from '../../../nodes/InferenceBilling/InferenceBilling.node';
import { InferenceDecisions } from '../../../nodes/InferenceDecisions/InferenceDecisions.node';
import type { RunNodeOptions } from '../../engine/runNode';
import { rowsHere } from '../../engine/rows';
import { inGroups, withOptions } from '../../engine/withOptions';
import { chat, PAID_CASES, rpc } from '../cost/paidCases';
import { files, itemWith, typed } from '../../coverage/given';
import { withService } from '../withService';

const world = withService({
	limits: { S: 1e6, M: 1e6, L: 1e6, tokens: { S: 1e9, M: 1e9, L: 1e9 } },
	balances: { usd: 1e6 },
});

const items = (...texts: string[]) => texts.map((text) => ({ json: { text } }));
const reviews = Array.from({ length: 12 }, (_, at) => `Review ${at}: the lamp works.`);
const article = 'A reader may borrow ten books for three weeks. '.repeat(150);
const question = (count: number) => ({
	question: Array.from({ length: count }, (_, at) => ({
		...{ answerName: `q${at}`, type: 'yesOrNo', instructions: 'Does it ask for a refund?' },
	})),
});

interface Workflow {
	name: string;
	run: RunNodeOptions;
	/** Tokens of each answer. */
	tokens?: number;
}

const chatAbout = (name: string, tokens: number, more: object = {}, texts = reviews): Workflow => ({
	...{ name, tokens },
	run: {
		...{ node: chat, items: items(...texts) },
		parameters: { model: typed('text-basic'), prompt: '={{ $json.text }}', ...more },
	},
});
const decide = (name: string, count: number): Workflow => ({
	name,
	run: {
		...{ node: new InferenceDecisions(), items: items(...reviews) },
		parameters: { about: 'text', text: '={{ $json.text }}', questions: question(count) },
	},
});

/** A classifier answers in a word, a writer in a thousand. */
const WORKFLOWS: Workflow[] = [
	chatAbout('a classifier', 2),
	chatAbout('a short answer', 60),
	chatAbout('a writer', 1_400),
	chatAbout('a long story', 6_000),
	chatAbout('a summary of an article', 150, {}, [article]),
	chatAbout('a system prompt', 40, { systemPrompt: article.slice(0, 900) }),
	chatAbout('a limit', 200, { options: { maxCompletionTokens: 300 } }),
	chatAbout('a model of another price', 90, { model: typed('text-code') }),
	chatAbout('a model that reasons', 3_000, { model: typed('text-reasoning') }),
	decide('a decision', 1),
	decide('five decisions', 5),
];

const tag = async ({ run }: Workflow): Promise<IDataObject> => {
	const { keptData } = await world.run({
		...run,
		...world.accessWith({ rehearsal: true }),
	});
	const { item } = await world.run({
		...{ node: new InferenceBilling(), keptData },
		parameters: { resource: 'runCost', operation: 'get', groupBy: 'total' },
	});
	return item.json;
};
const pay = async ({ tokens, run }: Workflow): Promise<number> => {
	world.service.reset();
	world.service.answers({ tokens });
	await world.run(run);
	return world.spent;
};

describe('the price tag of a rehearsal', () => {
	it.each(WORKFLOWS)('holds the charge, and is near it after one real run: $name', async (one) => {
		const before = await tag(one);
		expect(before).toMatchObject({ rehearsal: true, complete: false, unseenCalls: before.calls });
		const spent = await pay(one);
		expect(before.usdLeast).toBeLessThanOrEqual(spent);
		expect(before.usdMost ?? Infinity).toBeGreaterThanOrEqual(spent);
		const after = await tag(one);
		expect(after).toMatchObject({ rehearsal: true, complete: true });
		expect(Number(after.usd) / spent).toBeGreaterThan(0.8);
		expect(Number(after.usd) / spent).toBeLessThan(1.25);
		expect(after.usdLeast).toBeLessThanOrEqual(spent);
	});

	it('teaches nothing itself', async () => {
		const [one] = WORKFLOWS as [Workflow];
		const first = await tag(one);
		expect(await tag(one)).toEqual(first);
		expect([...chargesSeen.values()].some(({ isSeen }) => isSeen)).toBe(false);
	});
});

it.each(rowsHere(PAID_CASES, 4))(
	'a rehearsal costs what a dry run estimates: $name',
	async (one) => {
		const { node, parameters, file } = one;
		const shared = { node, items: file && itemWith({ data: files[file] }) };
		const dry = await world.run({
			...{ ...shared, parameters: withOptions(parameters, inGroups({ dryRun: true })) },
		});
		const rehearsed = await world.run({
			...shared,
			parameters,
			...world.accessWith({ rehearsal: true }),
		});
		const estimate = dry.item.json.estimate as { amount: number } | null;
		const cost = rehearsed.item.json.cost as { amount?: number; usd?: number } | null;
		expect(cost?.amount ?? cost?.usd ?? null).toBe(estimate?.amount ?? null);
		if (node === rpc) expect(cost).toBeNull();
	},
);
