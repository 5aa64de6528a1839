import type { INodeExecutionData, INodeParameters, INodeType, IPairedItemData } from 'n8n-workflow';

import { isRecord } from '../../../lib/core/record';
import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { InferenceEmbeddings } from '../../../nodes/InferenceEmbeddings/InferenceEmbeddings.node';
import { InferenceVideo } from '../../../nodes/InferenceVideo/InferenceVideo.node';
import { InferenceWeb } from '../../../nodes/InferenceWeb/InferenceWeb.node';
import { typed } from '../../coverage/given';
import { binaryBuffer, type RunNodeOptions } from '../../engine/runNode';
import { TestCredentialsHelper } from '../../engine/credentialsHelper';
import { spoken } from '../../service/media/speech';
import { letJobsGoOn } from '../jobTime';
import { withService } from '../withService';
import { withOptions } from '../../engine/withOptions';

const world = withService({ limits: { XS: 1000, S: 1000, M: 1000, L: 1000 } });
const charges = () => world.service.ledger.length;
const equal = (count: number, item: Partial<INodeExecutionData> = {}) =>
	Array.from({ length: count }, (_, index) => ({ json: { index }, ...item }));
const recording = {
	data: {
		data: spoken('A recording that is long enough', 'wav', { speed: 1, sampleRate: 24_000 }),
		mimeType: 'audio/wav',
		fileName: 'note.wav',
	},
};
const voice = {
	binary: { data: { ...recording.data, data: recording.data.data.toString('base64') } },
};
const outcome = async (node: INodeType, more: Partial<RunNodeOptions>) => {
	const { outputs, ...result } = await world.run({ node, ...more });
	return { ...result, items: outputs[0] ?? [] };
};
const free = { amount: 0, currency: 'USD' };

interface Case {
	name: string;
	node: INodeType;
	parameters: INodeParameters;
	item?: Partial<INodeExecutionData>;
}

const speech: Case = {
	name: 'speech',
	node: new InferenceAudio(),
	parameters: { resource: 'speech', operation: 'generate', text: 'Good morning' },
};
const ALWAYS: Case[] = [
	{
		name: 'embeddings',
		node: new InferenceEmbeddings(),
		parameters: { text: 'Hello', options: { combineItems: false } },
	},
	{
		name: 'a transcription',
		node: new InferenceAudio(),
		parameters: { resource: 'recording', operation: 'transcribe' },
		item: voice,
	},
	{
		name: 'the transcript of a video',
		node: new InferenceVideo(),
		parameters: {
			...{ resource: 'recording', operation: 'transcribe' },
			url: 'https://video.example.com/watch?v=1',
		},
	},
	{
		name: 'a page',
		node: new InferenceWeb(),
		parameters: { resource: 'page', operation: 'scrape', url: 'https://example.com/' },
	},
	{
		name: 'a document',
		node: new InferenceWeb(),
		parameters: { resource: 'document', operation: 'parse' },
		item: {
			binary: {
				data: {
					data: Buffer.from('Pears and plums').toString('base64'),
					mimeType: 'text/plain',
					fileName: 'fruit.txt',
				},
			},
		},
	},
];
const BY_CHOICE: Case[] = [
	speech,
	{ name: 'a chat', node: new InferenceChat(), parameters: { prompt: 'Hello' } },
	{
		name: 'a search',
		node: new InferenceWeb(),
		parameters: { resource: 'web', operation: 'search', query: 'library' },
	},
	{
		name: 'a video',
		node: new InferenceVideo(),
		parameters: {
			...{ resource: 'video', operation: 'generate', prompt: 'A river' },
			duration: typed('5s'),
		},
	},
];

beforeEach(() => letJobsGoOn(world));

describe('items of a run that ask for the same', () => {
	const one = async ({ node, parameters, item }: Case, reuseIdentical?: boolean) => {
		const retriesAndLimits = reuseIdentical === undefined ? {} : { reuseIdentical };
		const items = equal(4, item);
		return await outcome(node, {
			items,
			parameters: withOptions(parameters, { retriesAndLimits }),
		});
	};

	it.each(ALWAYS)('pay once for $name', async (operation) => {
		const { error, items } = await one(operation);
		expect(error).toBeUndefined();
		expect(charges()).toBe(1);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			equal(4).map((_, item) => ({ item })),
		);
		const [first, ...others] = items;
		expect(first?.json.reused).toBeUndefined();
		for (const { json } of others)
			expect(json).toEqual({ ...first?.json, cost: free, reused: true });
	});

	it.each(BY_CHOICE)('pay once for $name if the user turns it on', async (operation) => {
		const { error, items } = await one(operation, true);
		expect(error).toBeUndefined();
		expect(new Set(items.map(({ pairedItem }) => (pairedItem as IPairedItemData).item)).size).toBe(
			4,
		);
		expect(charges()).toBe(1);
		const costs = items.map(({ json }) => (json.cost as { amount: number }).amount);
		expect(costs[0]).toBeGreaterThan(0);
		expect(costs.slice(1)).toEqual(costs.slice(1).map(() => 0));
		await one(operation);
		expect(charges()).toBe(5);
	});

	it('are charged once if there are 1,000 of them', async () => {
		const { items } = await outcome(new InferenceEmbeddings(), {
			items: equal(1000),
			parameters: { text: 'Hello' },
		});
		expect(items).toHaveLength(1000);
		expect(charges()).toBe(1);
		const [{ usd } = { usd: 0 }] = world.service.ledger;
		expect(items[0]?.json.cost).toMatchObject({ amount: Number(usd.toFixed(10)) });
	});

	it('each get the file', async () => {
		const { items } = await one(speech, true);
		const files = items.map(({ binary }) => binary?.data);
		for (const file of files) {
			if (file === undefined) throw new Error('An item has no file');
			expect((await binaryBuffer(file)).length).toBeGreaterThan(1000);
		}
	});

	it('share where only the name of the file differs, and each gets its own', async () => {
		const items = [
			{ json: { text: 'One', name: 'a.mp3' } },
			{ json: { text: 'One', name: 'b.mp3' } },
			{ json: { text: 'Two', name: 'a.mp3' } },
		];
		const parameters = {
			...speech.parameters,
			text: '={{ $json.text }}',
			options: { fileName: '={{ $json.name }}', retriesAndLimits: { reuseIdentical: true } },
		};
		const made = await outcome(speech.node, { items, parameters });
		expect(charges()).toBe(2);
		const names = made.items.map(({ json, binary }) => [json.fileName, binary?.data?.fileName]);
		expect(names).toEqual(['a.mp3', 'b.mp3', 'a.mp3'].map((name) => [name, name]));
	});

	it('do not share between two accounts', async () => {
		const { getDecrypted } = TestCredentialsHelper.prototype;
		jest.spyOn(TestCredentialsHelper.prototype, 'getDecrypted').mockImplementation(async function (
			this: TestCredentialsHelper,
			...given: unknown[]
		) {
			const [, , type] = given as Parameters<typeof getDecrypted>;
			const data = await getDecrypted.call(this, undefined, { id: '', name: '' }, type);
			const place = given.find((one) => isRecord(one) && 'itemIndex' in one);
			const isSecond = isRecord(place) && place.itemIndex === 1;
			return isSecond ? { ...data, apiKey: world.service.keys.poor } : data;
		});
		const { items } = await outcome(new InferenceEmbeddings(), {
			...{ items: equal(2), parameters: { text: 'Hello' } },
			continueOnFail: 'continueRegularOutput',
		});
		expect(items[0]?.json.embedding).toBeDefined();
		expect(items[1]?.json.error).toContain('does not have enough credit');
	});
});
