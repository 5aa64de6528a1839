import type { IHttpRequestOptions, INode, INodeProperties } from 'n8n-workflow';

import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { operationOf } from '../../../lib/run/operation';
import type { Item } from '../../../lib/run/item';
import { retryKey, sharedRequestOf } from '../../../lib/run/saved/keys';
import { AnswerStore } from '../../../lib/run/saved/answerStore';

const { properties } = new InferenceChat().description;
const [entry] = properties.find(({ name }) => name === 'operation')?.options ?? [];
const fields = (operationOf(entry as object)?.fields ?? []) as INodeProperties[];

interface Given {
	n?: number;
	prompt?: string;
	/** What its fields hold, and what is written in them. */
	values?: Record<string, unknown>;
	written?: Record<string, unknown>;
	isDry?: boolean;
	/** What a file holds that n8n keeps in the item. */
	held?: string;
}

const fileOf = (held: string) => ({
	...{ fileName: 'a.wav', mimeType: 'audio/wav' },
	data: Buffer.from(held).toString('base64'),
});

/** An item of a chat before it is sent. */
const itemOf = ({ n = 1, prompt = 'Hi', values = {}, written = {}, isDry = false, held }: Given) =>
	({
		context: {
			getInputData: () => ({ json: { n }, ...(held && { binary: { data: fileOf(held) } }) }),
			getWorkflowSettings: () => ({}),
			parameters: { options: {}, ...values },
		},
		node: { parameters: { prompt: '={{ $json.n }}', ...written } } as unknown as INode,
		operation: { fields },
		request: { url: '/chat', body: { prompt } } as IHttpRequestOptions,
		isDry,
	}) as unknown as Item;

const keyOf = (given: Given) => retryKey(itemOf(given));
const nameOf = (given: Given) => sharedRequestOf(itemOf(given), new Map());
const storeWith = async (given: Given) => {
	const store = new AnswerStore({}, 0);
	store.save('0', await keyOf(given), 'paid');
	return store;
};

it('a retry finds the item whose parameters are written as before, whatever their values are now', async () => {
	const store = await storeWith({});
	expect(await store.valueAt('0', await keyOf({ prompt: 'Hi at another time' }))).toBe('paid');
});

it.each([
	['the same request and values', { values: { responseFormat: 'text' } }, 'paid'],
	['another request', { prompt: 'Ho', values: { responseFormat: 'text' } }, undefined],
	['another value of a field that is not sent', { values: { responseFormat: 'x' } }, undefined],
])('another item at its place finds an answer with %s', async (_what, given, found) => {
	const store = await storeWith({ n: 1, values: { responseFormat: 'text' } });
	expect(await store.valueAt('0', await keyOf({ n: 2, ...given }))).toBe(found);
});

it.each([
	['the same is sent', {}, 'paid', 'paid'],
	['another prompt is sent', { prompt: 'Hi at another time' }, undefined, 'paid'],
	// The expression reads another node, so that the item is the same.
	['a field has another value', { values: { responseFormat: 'x' } }, undefined, 'paid'],
	['the item is another one', { n: 2 }, undefined, 'paid'],
])(
	'another run takes up what a stopped one paid for only if the item and what it sends are the same: %s',
	async (_what, given, inNewRun, inRetry) => {
		const { allWork } = await storeWith({});
		const at = async (isRetry: boolean) =>
			await new AnswerStore({}, 0, { ...structuredClone(allWork), isRetry }).valueAt(
				'0',
				await keyOf(given),
			);
		expect(await at(false)).toBe(inNewRun);
		expect(await at(true)).toBe(inRetry);
	},
);

it('knows the items with steps of an earlier try, and no others', () => {
	const memory = {};
	const first = new AnswerStore(memory, 0);
	first.save('7:part', { hash: 'part', fileIds: [] }, 'paid');
	first.save('8', { hash: 'whole', fileIds: [] }, 'paid');
	const again = new AnswerStore(memory, 0);
	expect(['7', '8', '70'].map((item) => again.hasPaidSteps(item))).toEqual([true, false, false]);
});

it('items share no answer with one that is only estimated, or whose answer has another form', () => {
	expect(nameOf({})).not.toBe(nameOf({ isDry: true }));
	expect(nameOf({ n: 1 })).toBe(nameOf({ n: 2 }));
	expect(nameOf({})).not.toBe(nameOf({ values: { simplify: false } }));
});

it('a retry finds an answer where only its form has changed', async () => {
	const plain = await keyOf({ written: { simplify: true } });
	expect((await keyOf({ written: { simplify: false } })).hash).toBe(plain.hash);
});

it.each([
	['which models may have it', { options: { privacy: { allowedPrivacy: 'private' } } }],
	['for whom it is noted', { options: { cost: { costLabel: 'A' } } }],
	['how often it is tried', { options: { retriesAndLimits: { maxWait: 9 } } }],
	['which input fields come out', { includeOtherFields: true, includeBinary: true }],
])('a retry finds an answer where only %s has changed', async (_what, changed) => {
	const plain = await keyOf({ written: { options: {} } });
	expect((await keyOf({ written: { options: {}, ...changed } })).hash).toBe(plain.hash);
	expect((await keyOf({ values: changed })).requestHash).toBe(plain.requestHash);
});

it.each([
	['what the output has of it', { otherFields: { includeResponseMetadata: true } }],
	['another option', { temperature: 1 }],
	['another model behind it', { fallback: { models: {} } }],
	['its encryption', { privacy: { encryption: 'required' } }],
])('a retry finds no answer where %s has changed', async (_what, options) => {
	const plain = await keyOf({});
	expect((await keyOf({ written: { options } })).hash).not.toBe(plain.hash);
	expect((await keyOf({ values: { options } })).requestHash).not.toBe(plain.requestHash);
});

it('items of a run whose files n8n keeps in them share an answer only where the bytes are the same', () => {
	const filesOfRun = new Map<string, number>();
	const [one, same, other] = ['spoken', 'spoken', 'sung'].map((held) =>
		sharedRequestOf(itemOf({ held }), filesOfRun),
	);
	expect(one).toBe(same);
	expect(one).not.toBe(other);
});

it('a retry finds no answer where the file that the item holds is another one', async () => {
	const [one, same, other] = await Promise.all(
		['spoken', 'spoken', 'sung'].map(async (held) => await keyOf({ held })),
	);
	expect(one).toEqual(same);
	expect(one?.hash).not.toBe(other?.hash);
	expect(one?.requestHash).not.toBe(other?.requestHash);
});
