import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';

import { EmbeddingsInference } from '../../nodes/EmbeddingsInference/EmbeddingsInference.node';
import { InferenceAudio } from '../../nodes/InferenceAudio/InferenceAudio.node';
import { InferenceChat } from '../../nodes/InferenceChat/InferenceChat.node';
import { InferenceImage } from '../../nodes/InferenceImage/InferenceImage.node';
import { InferenceWeb } from '../../nodes/InferenceWeb/InferenceWeb.node';
import type { Embedder } from '../../lib/chat/agents/embedder';
import { files, itemWith, typed } from '../coverage/given';
import { supply } from '../engine/supply';
import { inGroups, withOptions } from '../engine/withOptions';
import { chatModel } from './LmChatInference/chatModel';
import { withService } from './withService';

const world = withService();
const [chat, image, audio] = [new InferenceChat(), new InferenceImage(), new InferenceAudio()];
const ask = { prompt: 'What is new?', model: typed('text-basic') };

const extra = (fields: object | string, more: INodeParameters = {}): INodeParameters => ({
	otherFields: {
		extraFields: typeof fields === 'string' ? fields : JSON.stringify(fields),
		...more,
	},
});
const runChat = async (fields: object | string, options: INodeParameters = {}, settings = {}) =>
	await world.run({
		...{ node: chat, parameters: withOptions(ask, { ...options, ...extra(fields) }) },
		...settings,
	});
const sent = (path: string) => world.service.requests(path).map(({ body }) => body as IDataObject);
const posts = () => world.service.journal.filter(({ method }) => method === 'POST');

describe('an extra field', () => {
	it.each<[fields: object, options: INodeParameters, named: RegExp]>([
		[{ messages: [] }, {}, /"messages", which is set by the node/],
		[{ temperature: 1 }, { temperature: 0.5 }, /"temperature".*parameter Temperature/],
		[
			{ service_parameters: { enable_web_search: 'off', other: 1 } },
			{ webSearch: { enableWebSearch: 'on' } },
			/"service_parameters\.enable_web_search".*parameter Web Search/,
		],
	])('never takes the place of what the panel sets: %j', async (fields, options, named) => {
		const { error } = await runChat(fields, options);
		expect(error?.message).toMatch(named);
		expect(posts()).toEqual([]);
	});

	it.each([
		...[
			'model',
			'Models',
			'fallbacks',
			'route',
			'provider',
			'n',
			'stream',
			'stream_options',
			'streamOptions',
		],
		...['api_key', 'Authorization', 'X-API-Key', 'callback_url', 'webhook', '__proto__'],
	])('is never %s', async (name) => {
		const { error } = await runChat(`{ "${name}": 1 }`);
		expect(error?.message).toContain(`must not contain "${name}"`);
		expect(posts()).toEqual([]);
	});

	it('is never a prototype, however deep', async () => {
		const { error } = await runChat('{ "metadata": [{ "__proto__": { "a": 1 } }] }');
		expect(error?.message).toContain('must not contain "__proto__"');
		expect(posts()).toEqual([]);
	});

	it.each(['[1]', '"text"', '{ "a": '])(
		'is refused in a sentence unless it is a JSON object that can be sent: %s',
		async (text) => {
			const { error } = await runChat(text);
			expect(error?.message).toMatch(/^Extra Fields \(JSON\) must be a JSON object, but/);
			expect(posts()).toEqual([]);
		},
	);

	it('keeps all digits of a number, or is refused', async () => {
		const { error } = await runChat('{ "a": 12345678901234567890 }');
		expect(error?.message).toContain('12345678901234567890 has more digits');
		expect(posts()).toEqual([]);
	});

	it.each(['', '  ', '{}'])('is not needed: "%s"', async (text) => {
		const { items } = await runChat(text);
		expect(items).toHaveLength(1);
	});

	it('stands beside what the panel sets in the same part', async () => {
		await runChat(
			{ service_parameters: { enable_thing: true }, service_tier: 'flex' },
			{ webSearch: { enableWebSearch: 'on' } },
		);
		expect(sent('/chat/completions')[0]).toMatchObject({
			acme_parameters: { enable_web_search: 'on', enable_thing: true },
			service_tier: 'flex',
		});
	});

	it('may be an object that an expression makes', async () => {
		const options = { otherFields: { extraFields: '={{ { top_a: $json.at } }}' } };
		const parameters = withOptions(ask, options);
		await world.run({ node: chat, parameters, items: [{ json: { at: 3 } }] });
		expect(sent('/chat/completions')[0]).toMatchObject({ top_a: 3 });
	});

	it('is refused for one item before anything of the run is sent', async () => {
		const options = { otherFields: { extraFields: '={{ { [$json.name]: 1 } }}' } };
		const items = ['top_a', 'messages'].map((name) => ({ json: { name } }));
		const { error } = await world.run({ node: chat, parameters: withOptions(ask, options), items });
		expect(error?.message).toContain('"messages"');
		expect(posts()).toEqual([]);
	});

	it('is a text in a form, beside a file that it cannot replace', async () => {
		const parameters = { resource: 'recording', operation: 'transcribe' };
		const items = itemWith({ data: files.voice });
		const run = async (fields: object) =>
			await world.run({
				node: audio,
				items,
				parameters: { ...parameters, options: extra(fields) },
			});
		await run({ speakers: 2, hints: { names: ['Ada'] } });
		const form = { speakers: '2', hints: '{"names":["Ada"]}' };
		expect(sent('/audio/transcriptions')[0]).toMatchObject(form);
		world.service.reset();
		const { error } = await run({ file: 'other' });
		expect(error?.message).toContain('"file", which is set by the node');
		expect(posts()).toEqual([]);
	});

	it('cannot replace a file that is read later', async () => {
		const parameters = { resource: 'image', operation: 'upscale', options: extra({ image: 'x' }) };
		const items = itemWith({ data: files.photo });
		const { error } = await world.run({ node: image, items, parameters });
		expect(error?.message).toContain('"image", which is set by the node');
		expect(posts()).toEqual([]);
	});

	it('cannot be given to a tool of an agent', async () => {
		const { outputs } = await runChat({ top_a: 1 }, {}, { asTool: true });
		expect(JSON.stringify(sent('/chat/completions'))).not.toContain('top_a');
		expect(outputs).toBeDefined();
	});

	it('makes another request: items that differ in it alone do not share an answer', async () => {
		const options = {
			otherFields: { extraFields: '={{ { top_a: $json.at } }}' },
			retriesAndLimits: { reuseIdentical: true },
		};
		const items = [1, 2].map((at) => ({ json: { at } }));
		await world.run({ node: chat, parameters: withOptions(ask, options), items });
		expect(
			sent('/chat/completions')
				.map(({ top_a: at }) => at)
				.sort(),
		).toEqual([1, 2]);
	});
});

describe('the price of a call with extra fields', () => {
	const draw = { resource: 'image', operation: 'generate', prompt: 'A lighthouse' };
	const run = async (
		more: INodeParameters,
		limits: INodeParameters,
		node: INodeType = image,
		base: INodeParameters = draw,
	) =>
		await world.run({
			...{ node, continueOnFail: 'continueRegularOutput' as const },
			parameters: {
				...base,
				options: { ...extra({ season: 'fall' }, more), ...inGroups(limits) },
			},
		});

	it('is not known to Max Cost per Run, which says so', async () => {
		const { item } = await run({}, { maxCostPerRun: 5 });
		expect(item.json.error).toMatch(
			/^Not sent: Max Cost per Run is 5 USD, and Extra Fields \(JSON\) \(season\) may change the price of this call/,
		);
		expect(posts()).toEqual([]);
	});

	it('is at least the usual one in a dry run', async () => {
		const { item } = await run({}, { dryRun: true, maxCostPerRun: 5 });
		expect(item.json).toMatchObject({
			estimate: { amount: expect.any(Number), atLeast: true },
			accuracy: 'unknown',
			withinMaxCost: false,
			estimateNote: 'Extra Fields (JSON) (season) may change the price of this call',
		});
	});

	it('is the usual one once the user says that they cost nothing', async () => {
		const { item } = await run({ keepPrice: true }, { dryRun: true, maxCostPerRun: 5 });
		expect(item.json).toMatchObject({ accuracy: 'exact', withinMaxCost: true });
		expect(item.json).not.toHaveProperty('estimateNote');
	});

	it('is certain where no field of the body changes it', async () => {
		const search = { resource: 'web', operation: 'search', query: 'pears' };
		await run({}, { maxCostPerRun: 5 }, new InferenceWeb(), search);
		expect(sent('/augment/search')).toEqual([expect.objectContaining({ season: 'fall' })]);
	});
});

describe('an extra field of a sub-node', () => {
	it('goes with each call of a chat model, and takes the place of nothing', async () => {
		const { response } = await chatModel(world.access, { options: extra({ top_a: 1 }) });
		await response.invoke('Hello').catch(() => undefined);
		expect(sent('/chat/completions')[0]).toMatchObject({ top_a: 1 });
		const wrong = await chatModel(world.access, { options: extra({ messages: [] }) });
		await expect(wrong.response.invoke('Hello')).rejects.toThrow('"messages"');
		expect(sent('/chat/completions')).toHaveLength(1);
	});

	it('is held to Max Cost per Run like that of a node', async () => {
		const cost = { maxCostPerRun: 1 };
		const options = { ...extra({ top_a: 1 }), cost };
		const { response } = await chatModel(world.access, { options });
		await expect(response.invoke('Hello')).rejects.toThrow('may change the price');
		expect(posts()).toEqual([]);
	});

	it('goes with each call of an embeddings model', async () => {
		const { response } = await supply<Embedder>({
			...{ ...world.access, node: new EmbeddingsInference() },
			parameters: { model: typed('embedding-basic'), options: extra({ task: 'search' }) },
		});
		await response.embedQuery('Which text?').catch(() => undefined);
		expect(sent('/embeddings')[0]).toMatchObject({ task: 'search' });
	});
});

describe('names of another deployment', () => {
	const branded = withService({ namePrefix: 'acme' });
	const run = async (fields: object) =>
		await branded.run({
			...branded.accessWith({ namePrefix: 'acme' }),
			node: chat,
			parameters: withOptions(ask, { webSearch: { enableWebSearch: 'on' }, ...extra(fields) }),
		});

	it.each(['service_parameters', 'acme_parameters'])(
		'are one part with those of the panel: %s',
		async (name) => {
			await run({ [name]: { include_acme_thing: true }, service_tier: 'flex' });
			const [{ body } = {}] = branded.service.requests('/chat/completions');
			expect(body).toMatchObject({
				acme_parameters: { enable_web_search: 'on', include_acme_thing: true },
				service_tier: 'flex',
			});
			expect(body).not.toHaveProperty('service_parameters');
		},
	);

	it.each(['service_parameters', 'acme_parameters'])(
		'are compared as they are on the wire: %s',
		async (name) => {
			const { error } = await run({ [name]: { enable_web_search: 'off' } });
			expect(error?.message).toMatch(/"(service|acme)_parameters\.enable_web_search"/);
			expect(branded.service.requests('/chat/completions')).toEqual([]);
		},
	);
});
