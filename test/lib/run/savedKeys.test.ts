import type {
	IExecutePaginationFunctions,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INode,
} from 'n8n-workflow';

import { retryKey } from '../../../lib/run/saved/keys';
import { ParameterReads } from '../../../lib/run/saved/parameterReads';
import { AnswerStore } from '../../../lib/run/saved/answerStore';

/** An item whose parameters are `values`, and what was read of them. */
function itemOf(n: number, values: Record<string, unknown>) {
	const read: string[] = [];
	const reads = new ParameterReads();
	const given = {
		getInputData: () => ({ json: { n } }),
		getWorkflowSettings: () => ({}),
		getNodeParameter(name: string, fallback?: unknown) {
			read.push(name);
			return values[name] ?? fallback;
		},
	};
	const context = reads.contextOf(given as unknown as IExecutePaginationFunctions);
	return { context, reads, read };
}

const node = {
	parameters: { prompt: '={{ $json.n }}', output: '={{ $json.n }}' },
} as unknown as INode;
const keyFor = (
	{ context, reads }: { context: IExecuteSingleFunctions; reads: ParameterReads },
	prompt = 'Hi',
) => retryKey(context, node, { url: '/chat', body: { prompt } } as IHttpRequestOptions, reads);

it('what a retry looks for is known without reading any parameter', async () => {
	const item = itemOf(1, {});
	const store = new AnswerStore({}, 0);
	store.save('0', keyFor(item), 'paid');
	expect(await store.valueAt('0', keyFor(item, 'Hi at another time'))).toBe('paid');
	expect(item.read).toEqual([]);
});

it.each([
	['the same values', { output: 'text', unused: 'b' }, 'Hi', 'paid'],
	['another request', { output: 'text' }, 'Ho', undefined],
	['another value of a parameter that is not sent', { output: 'data' }, 'Hi', undefined],
])('another item finds an answer with %s', async (_what, values, prompt, found) => {
	const first = itemOf(1, { output: 'text', unused: 'a' });
	const key = keyFor(first);
	first.context.getNodeParameter('output', '');
	const store = new AnswerStore({}, 0);
	store.save('0', key, 'paid');
	const other = itemOf(2, values);
	expect(await store.valueAt('0', keyFor(other, prompt))).toBe(found);
	expect(other.read).not.toContain('unused');
});

it('another run takes up what a stopped one paid for only where the same is sent', async () => {
	const item = itemOf(1, {});
	const stopped = new AnswerStore({}, 0);
	stopped.save('0', keyFor(item), 'paid');
	const at = async (isRetry: boolean, prompt: string) =>
		await new AnswerStore({}, 0, { ...structuredClone(stopped.allWork), isRetry }).valueAt(
			'0',
			keyFor(item, prompt),
		);
	expect(await at(false, 'Hi')).toBe('paid');
	expect(await at(false, 'Hi at another time')).toBeUndefined();
	expect(await at(true, 'Hi at another time')).toBe('paid');
});

it('another run takes up what a stopped one paid for only where what is read has the same value', async () => {
	const item = itemOf(1, { voice: 'a' });
	item.context.getNodeParameter('voice', '');
	const stopped = new AnswerStore({}, 0);
	stopped.save('0', keyFor(item), 'paid');
	const at = async (voice: string) =>
		await new AnswerStore({}, 0, structuredClone(stopped.allWork)).valueAt(
			'0',
			// The expression reads another node, so that the item is the same.
			keyFor(itemOf(1, { voice })),
		);
	expect(await at('b')).toBeUndefined();
	expect(await at('a')).toBe('paid');
});

it('knows the items with steps of an earlier try, and no others', () => {
	const memory = {};
	const first = new AnswerStore(memory, 0);
	first.save('7:part', { hash: 'part', fileIds: [] }, 'paid');
	first.save('8', { hash: 'whole', fileIds: [] }, 'paid');
	const again = new AnswerStore(memory, 0);
	expect(['7', '8', '70'].map((item) => again.hasPaidSteps(item))).toEqual([true, false, false]);
});

const hashWith = (parameters: Record<string, unknown>) => {
	const { context, reads } = itemOf(1, {});
	const asked = { parameters } as unknown as INode;
	return retryKey(context, asked, { url: '/chat' } as IHttpRequestOptions, reads).hash;
};
const plain = hashWith({ prompt: 'Hi', options: {} });

it.each([
	[
		'which models may have it',
		{ options: { privacy: { allowedPrivacy: 'private' } } },
		{ options: { privacy: {} } },
	],
	['for whom it is noted', { options: { cost: { label: 'A' } } }, { options: { cost: {} } }],
	[
		'how often it is tried',
		{ options: { retriesAndLimits: { maxWait: 9 } } },
		{ options: { retriesAndLimits: {} } },
	],
	['how long it may take', { requestOptions: { timeout: 9 } }, { requestOptions: {} }],
])('a retry finds an answer where only %s has changed', (_what, one, other) => {
	expect(hashWith({ prompt: 'Hi', ...one })).toBe(hashWith({ prompt: 'Hi', ...other }));
});

it.each([
	['what its output holds', { otherFields: { includeResponseMetadata: true } }],
	['another option', { temperature: 1 }],
])('a retry finds no answer where %s has changed', (_what, options) => {
	expect(hashWith({ prompt: 'Hi', options })).not.toBe(plain);
});
