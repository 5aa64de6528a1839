import type { INodeExecutionData, IPairedItemData, INodeParameters, INodeType } from 'n8n-workflow';

import { clock } from '../../../lib/core/clock';
import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { InferenceEmbeddings } from '../../../nodes/InferenceEmbeddings/InferenceEmbeddings.node';
import { InferenceImage } from '../../../nodes/InferenceImage/InferenceImage.node';
import { InferenceVideo } from '../../../nodes/InferenceVideo/InferenceVideo.node';
import { InferenceWeb } from '../../../nodes/InferenceWeb/InferenceWeb.node';
import { typed } from '../../coverage/given';
import { binaryBuffer, type RunNodeOptions } from '../../engine/runNode';
import { spoken } from '../../service/media/speech';
import { until } from '../../engine/until';
import { storedRecording } from '../InferenceAudio/lectureFile';
import { letJobsGoOn } from '../jobTime';
import { withService } from '../withService';
import { inGroups, withOptions } from '../../engine/withOptions';

/** High enough that no call waits for a new window. */
const world = withService({ limits: { XS: 1000, S: 1000, M: 1000, L: 1000 } });
const retryOnFail = { maxTries: 5 };
const refused = { status: 400, body: { error: 'Not today' } };
const charges = () => world.service.ledger.length;

interface Case {
	name: string;
	node: INodeType;
	/** Of the request that is paid for. */
	path: string;
	parameters: INodeParameters;
	item?: (index: number) => INodeExecutionData;
}

const recording = (index: number): INodeExecutionData => ({
	json: { index },
	binary: {
		data: {
			data: spoken(`Recording ${index} is long enough`, 'wav', {
				speed: 1,
				sampleRate: 24_000,
			}).toString('base64'),
			mimeType: 'audio/wav',
			fileName: `${index}.wav`,
		},
	},
});

const cases: Case[] = [
	{
		name: 'chat',
		node: new InferenceChat(),
		path: '/chat/completions',
		parameters: { prompt: '={{ "Say " + $json.index }}' },
	},
	{
		name: 'speech',
		node: new InferenceAudio(),
		path: '/audio/speech',
		parameters: { resource: 'speech', operation: 'generate', text: '={{ "Say " + $json.index }}' },
	},
	{
		name: 'transcription',
		node: new InferenceAudio(),
		path: '/audio/transcriptions',
		parameters: { resource: 'recording', operation: 'transcribe' },
		item: recording,
	},
	{
		name: 'images',
		node: new InferenceImage(),
		path: '/image/generate',
		parameters: {
			resource: 'image',
			operation: 'generate',
			prompt: '={{ "Draw " + $json.index }}',
		},
	},
	{
		name: 'embeddings',
		node: new InferenceEmbeddings(),
		path: '/embeddings',
		parameters: { text: '={{ "Text " + $json.index }}', options: { combineItems: false } },
	},
	{
		name: 'search',
		node: new InferenceWeb(),
		path: '/augment/search',
		parameters: { resource: 'web', operation: 'search', query: '={{ "Find " + $json.index }}' },
	},
	{
		name: 'video',
		node: new InferenceVideo(),
		path: '/video/queue',
		parameters: {
			resource: 'video',
			operation: 'generate',
			prompt: '={{ "Film " + $json.index }}',
			duration: typed('5s'),
		},
	},
];

const ITEMS = 4;
const GOOD = 2;

describe.each(cases)('$name', ({ node, path, parameters, item }) => {
	const items = Array.from({ length: ITEMS }, (_, index) => item?.(index) ?? { json: { index } });
	const run = async (more: Partial<RunNodeOptions> = {}) =>
		await world.run({
			node,
			items,
			parameters: withOptions(parameters, { retriesAndLimits: { maxConcurrentRequests: 1 } }),
			...more,
		});

	beforeEach(() => letJobsGoOn(world));

	it('pays once for each item, with Retry On Fail and then the Retry button', async () => {
		world.service.fault({ path, delayMs: 0, times: GOOD });
		world.service.fault({ path, times: retryOnFail.maxTries, ...refused });
		const first = await run({ retryOnFail });
		expect(first.error?.message).toContain('Not today');
		expect(charges()).toBe(GOOD);
		expect(world.service.requests(path)).toHaveLength(GOOD + retryOnFail.maxTries);

		const again = await run({ keptData: first.keptData });
		expect(again.error).toBeUndefined();
		const paired = again.outputs[0]?.map(({ pairedItem }) => (pairedItem as IPairedItemData).item);
		expect([...new Set(paired)]).toEqual(items.map((_, index) => index));
		expect(charges()).toBe(ITEMS);
		const fresh = await run();
		expect(again.outputs[0]?.map(({ json }) => Object.keys(json))).toEqual(
			fresh.outputs[0]?.map(({ json }) => Object.keys(json)),
		);
		for (const { binary = {} } of again.outputs[0] ?? [])
			for (const file of Object.values(binary))
				expect((await binaryBuffer(file)).length).toBeGreaterThan(20);
	});

	it('keeps nothing once every item is answered', async () => {
		const { keptData, error } = await run();
		expect(error).toBeUndefined();
		expect(JSON.stringify(keptData)).toMatch(/"kept":\{\}/);
	});
});

describe('one node in one execution', () => {
	const node = new InferenceChat();
	const path = '/chat/completions';
	const prompts = (count: number) => Array.from({ length: count }, (_, n) => ({ json: { n } }));
	const chat = async (more: Partial<RunNodeOptions> = {}, settings: INodeParameters = {}) =>
		await world.run({
			node,
			items: prompts(3),
			parameters: { prompt: '={{ "Say " + $json.n }}', options: inGroups(settings) },
			...more,
		});

	it('charges 9 of 10 items if one fails for good, five tries and the button included', async () => {
		const bad = {
			__rl: true,
			mode: 'id',
			value: '={{ $json.n === 9 ? "gone" : "text-reasoning" }}',
		};
		const parameters = { model: bad, prompt: '={{ "Say " + $json.n }}' };
		const first = await chat({ items: prompts(10), parameters, retryOnFail });
		expect(first.error?.message).toContain('[item 10 of 10]');
		const again = await chat({ items: prompts(10), parameters, keptData: first.keptData });
		expect(again.error).toBeDefined();
		expect(charges()).toBe(9);
	});

	it('asks again for an item whose request has changed', async () => {
		world.service.fault({ path, delayMs: 0, times: 2 });
		world.service.fault({ path, ...refused });
		const settings = { maxConcurrentRequests: 1 };
		const { keptData } = await chat({}, settings);
		const items = [{ json: { n: 0 } }, { json: { n: 7 } }, { json: { n: 2 } }];
		const again = await chat({ keptData, items }, settings);
		expect(again.error).toBeUndefined();
		expect(charges()).toBe(4);
	});

	it('asks once for the same text, from another item and at another time', async () => {
		world.service.fault({ path, delayMs: 0, times: 2 });
		world.service.fault({ path, ...refused });
		const settings = { maxConcurrentRequests: 1 };
		const { keptData } = await chat({}, settings);
		const items = [0, 1, 2].map((n) => ({ json: { n, requestedAt: 'later' } }));
		const again = await chat({ keptData, items }, { ...settings, timeout: 20 });
		expect(again.error).toBeUndefined();
		expect(charges()).toBe(3);
	});

	it('returns what was paid for although the credential can no longer be used', async () => {
		world.service.fault({ path, delayMs: 0, times: 2 });
		world.service.fault({ path, ...refused });
		const settings = { maxConcurrentRequests: 1 };
		const { keptData } = await chat({}, settings);
		const access = world.accessWith({ apiKey: '' });
		const again = await chat(
			{ keptData, continueOnFail: 'continueRegularOutput', ...access },
			settings,
		);
		const [first, second, third] = again.outputs[0] ?? [];
		expect([first?.json.text, second?.json.text]).toEqual(
			['Say 0', 'Say 1'].map(expect.stringContaining),
		);
		expect(JSON.stringify(third?.json)).toContain('The credential has no API Key');
		expect(charges()).toBe(2);
	});

	it.each([{ reusePaidAnswers: false }, undefined])(
		'pays again when the user wants that: %j',
		async (off) => {
			world.service.fault({ path, delayMs: 0, times: 2 });
			world.service.fault({ path, ...refused });
			const { error } = await chat({ retryOnFail }, { maxConcurrentRequests: 1, ...off });
			expect(error).toBeUndefined();
			expect(charges()).toBe(off === undefined ? 3 : 5);
		},
	);

	it('asks again for every call of an agent', async () => {
		const parameters = { prompt: "={{ $fromAI('prompt', '', 'string') }}" };
		const tool = { node, parameters, asTool: true, items: [{ json: { prompt: 'Again' } }] };
		const { keptData } = await world.run(tool);
		expect(JSON.stringify(keptData)).not.toContain('paidWork');
		await world.run(tool);
		expect(charges()).toBe(2);
	});
});

describe('a job that is waited for', () => {
	const node = new InferenceVideo();
	const generate = async (more: Partial<RunNodeOptions> = {}, options: INodeParameters = {}) =>
		await world.run({
			node,
			parameters: {
				resource: 'video',
				operation: 'generate',
				prompt: 'A river',
				duration: typed('5s'),
				options,
			},
			...more,
		});

	beforeEach(() => letJobsGoOn(world));

	it('is waited for again, and not queued again, after the key was refused meanwhile', async () => {
		world.service.fault({ path: '/video/retrieve', status: 401, body: { error: 'No such key' } });
		const first = await generate();
		expect(first.error?.description).toContain('to go on waiting for it');
		const again = await generate({ keptData: first.keptData });
		expect(again.error).toBeUndefined();
		expect(again.outputs[0]).toHaveLength(1);
		expect(charges()).toBe(1);
	});

	it.each([
		['a retry finds it whatever the time in its prompt', 'retry', '={{ $now.toMillis() }}', 1],
		['a new run does not', 'manual', '={{ $now.toMillis() }}', 2],
		['a new run finds it with another time to wait', 'manual', 'A river', 1],
	] as const)('is queued once: %s', async (_what, mode, prompt, paid) => {
		world.service.fault({ path: '/video/retrieve', status: 401, body: { error: 'No such key' } });
		const asked = { resource: 'video', operation: 'generate', duration: typed('5s'), prompt };
		const first = await generate({ parameters: asked, executionId: 'first' });
		expect(first.error).toBeDefined();
		const options = { maxWaitForCompletion: 900 };
		const again = await generate({
			...{ parameters: { ...asked, options }, mode, executionId: 'again' },
			...(mode === 'retry' && { parameters: asked, keptData: first.keptData }),
		});
		expect(again.error).toBeUndefined();
		expect(charges()).toBe(paid);
	});

	it('is not queued again by Retry On Fail while the service does not know it', async () => {
		world.service.fault({ path: '/video/retrieve', status: 404, body: { error: 'Gone' } });
		const { items } = await generate({ retryOnFail });
		expect(items).toHaveLength(1);
		expect(charges()).toBe(1);
	});

	it.each([
		['is taken up by the next run', 0, 1],
		['is not taken up after more than an hour', 3_700_000, 2],
	])('is named in the custom data of a stopped execution, and %s', async (_what, later, paid) => {
		let asked: () => void = () => undefined;
		const polled = new Promise<void>((resolve) => (asked = resolve));
		const poll = { path: '/video/retrieve', status: 200, times: 9 };
		world.service.fault({ ...poll, body: { status: 'PROCESSING' } });
		const sleep = jest.mocked(clock.sleep).getMockImplementation();
		jest.mocked(clock.sleep).mockImplementation(async (ms) => {
			if (world.service.requests('/video/retrieve').length > 1) asked();
			await sleep?.(ms);
		});
		const first = await generate({ abortOn: polled, executionId: 'stopped' });
		expect(first.status).toBe('canceled');
		expect(first.customData.inferenceJobs).toMatch(/^video-basic: [0-9a-f-]{36}$/);
		expect(first.logs.join()).toMatch(/job [0-9a-f-]{36} of video-basic: paid for by item 1/);

		const now = jest.mocked(clock.now).getMockImplementation();
		jest.mocked(clock.now).mockImplementation(() => (now?.() ?? 0) + later);
		// Another time to wait makes no other job.
		const next = await generate({ executionId: 'next' }, { maxWaitForCompletion: 900 });
		expect(next.error).toBeUndefined();
		expect(charges()).toBe(paid);
		expect(next.customData.inferenceJobs === undefined).toBe(paid === 1);
		expect(next.outputs[0]?.[0]?.json.paidInExecution).toBe(paid === 1 ? 'stopped' : undefined);
		const third = await generate({ executionId: 'third' });
		expect(third.outputs[0]?.[0]?.json.paidInExecution).toBeUndefined();
		expect(charges()).toBe(paid + 1);
	});
});

describe('a chat of a stopped execution', () => {
	const path = '/chat/completions';
	const chat = async (now: string, more: Partial<RunNodeOptions>) =>
		await world.run({
			node: new InferenceChat(),
			items: [0, 1].map((n) => ({ json: { n, now } })),
			parameters: {
				prompt: '={{ "Say " + $json.n }}',
				options: { retriesAndLimits: { maxConcurrentRequests: 1 } },
			},
			...more,
		});

	it.each([
		['the same items by the next run', 'early', {}, ['stopped', undefined], 3],
		['the same texts by Retry', 'late', { mode: 'retry' as const }, ['stopped', 'lost'], 2],
		['not other items by the next run', 'late', {}, [undefined, undefined], 4],
	])('is taken up: %s', async (_what, now, more, expected, paid) => {
		world.service.fault({ path, delayMs: 0 });
		world.service.fault({ path, cut: 'stall' });
		const abortOn = until(() => charges() === 2);
		await chat('early', { abortOn, executionId: 'stopped' });
		const continueOnFail = 'continueRegularOutput' as const;
		const { items } = await chat(now, { ...more, continueOnFail, executionId: 'next' });
		expect(items.map(({ json }) => json.paidInExecution ?? (json.error && 'lost'))).toEqual(
			expected,
		);
		expect(charges()).toBe(paid);
	});
});

describe('files that get other IDs as they are read again', () => {
	const path = '/audio/transcriptions';
	const options = { retriesAndLimits: { maxConcurrentRequests: 1 } };
	const transcribe = async (marks: number[], more: Partial<RunNodeOptions>) => {
		const stored = marks.map(
			async (mark) => await storedRecording(speech(mark), 'note.wav', 'audio/wav'),
		);
		return await world.run({
			node: new InferenceAudio(),
			parameters: { resource: 'recording', operation: 'transcribe', options },
			items: (await Promise.all(stored)).flat(),
			binaryMode: 'filesystem',
			...more,
		});
	};
	/** Recordings that differ in one byte. */
	const speech = (mark: number) => {
		const bytes = Buffer.from(spoken('A recording that is long enough', 'wav', sound));
		bytes[bytes.length - 1] = mark;
		return bytes;
	};
	const sound = { speed: 1, sampleRate: 24_000 };

	it('are the same as those of a stopped execution, but for one whose bytes differ', async () => {
		world.service.fault({ path, delayMs: 0, times: 2 });
		world.service.fault({ path, cut: 'stall' });
		const abortOn = until(() => charges() === 3);
		const first = await transcribe([1, 2, 3], { abortOn, executionId: 'stopped' });
		expect(first.status).toBe('canceled');
		const retry = { mode: 'retry', continueOnFail: 'continueRegularOutput' } as const;
		const { items } = await transcribe([1, 9, 3], { ...retry, executionId: 'retry' });
		const [one, changed, lost] = items;
		expect(one?.json.paidInExecution).toBe('stopped');
		expect(changed?.json.paidInExecution).toBeUndefined();
		expect(lost?.json.error).toContain('may have been charged');
		expect(charges()).toBe(4);
	});
});
