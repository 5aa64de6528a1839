import type { INodeParameters } from 'n8n-workflow';
import { EmbeddingsInference } from '../../../nodes/EmbeddingsInference/EmbeddingsInference.node';
import type { Embedder } from '../../../lib/chat/agents/embedder';
import { isRecord } from '../../../lib/core/record';
import { files, itemWith, typed } from '../../coverage/given';
import { supply } from '../../engine/supply';
import { withOptions } from '../../engine/withOptions';
import { seeds } from '../../rounds';
import { modelsOf } from '../../service/models/catalogue';
import { audio, chat, PAID_CASES, speak, type PaidCase } from '../cost/paidCases';
import { fallbackTo } from '../fallback/chosen';
import { chatModel } from '../LmChatInference/chatModel';
import { Random } from '../mutations/random';
import { withService } from '../withService';

const world = withService();
type Entry = ReturnType<typeof modelsOf>[number]['record'] & Record<string, unknown>;

/** Puts another model list in the place of the real one. */
function catalogue(change: (records: Entry[]) => unknown[]): void {
	world.service.fault({
		path: '/models',
		times: Infinity,
		async rewriteAnswer(answer, { query }) {
			const records = modelsOf(query.type as 'text').map(({ record }) => structuredClone(record));
			return { ...answer, payload: { json: { data: change(records as Entry[]) } } };
		},
	});
}

const privacyOf = (word: unknown) => (records: Entry[]) =>
	records.map((record) => ({ ...record, model_spec: { ...record.model_spec, privacy: word } }));
const paid = () => world.service.journal.filter(({ charge }) => charge !== undefined);
const asked = () =>
	paid().map(({ body }) => (isRecord(body) ? (body.model ?? body.modelId) : undefined));
const limited = (tier: unknown): INodeParameters => ({
	options: { privacy: { allowedPrivacy: tier as string } },
});
const runCase = async ({ node, parameters, file }: PaidCase, more: INodeParameters, access = {}) =>
	await world.run({
		...{ node, parameters: withOptions(parameters, more.options as INodeParameters), ...access },
		items: file && itemWith({ data: files[file] }),
		continueOnFail: 'continueRegularOutput',
	});
const said = ({ outputs }: Awaited<ReturnType<typeof runCase>>) =>
	String(outputs[0]?.[0]?.json.error ?? '');
const ask = {
	name: 'a chat',
	node: chat,
	parameters: { prompt: 'Hi', model: typed('text-basic') },
};

it.each(PAID_CASES)('lets $name go to private models alone', async (one) => {
	catalogue(privacyOf('anonymized'));
	expect(said(await runCase(one, {}, world.accessWith({ allowedPrivacy: 'private' })))).toMatch(
		/Not sent: Allowed Privacy is Private, and /,
	);
	expect(world.service.ledger).toHaveLength(0);
});

const WORDS = [
	'private',
	'private',
	'anonymized',
	'PRIVATE',
	'',
	undefined,
	null,
	true,
	['private'],
];

it.each(seeds(25, 500))(
	'sends nothing below the tier, whatever the list holds (%#)',
	async (seed) => {
		const random = new Random(seed);
		const one = random.one(PAID_CASES);
		const tier = random.one(['anonymized', 'private'] as const);
		let lists: Entry[] | undefined;
		catalogue((records) => {
			lists ??= records
				.flatMap((record) => (random.chance(0.2) ? [record, structuredClone(record)] : [record]))
				.filter(() => random.chance(0.9))
				.map((record) => {
					const privacy: unknown = random.one(WORDS);
					return { ...record, model_spec: { ...record.model_spec, privacy } } as Entry;
				});
			return lists;
		});
		await runCase(one, {}, world.accessWith({ allowedPrivacy: tier }));
		const words: unknown[] = tier === 'private' ? ['private'] : ['private', 'anonymized'];
		const below = (lists ?? []).filter(({ model_spec: spec }) => !words.includes(spec.privacy));
		const known = (lists ?? []).map(({ id }) => id);
		const allowed = known.filter((id) => !below.some((record) => record.id === id));
		for (const model of asked()) {
			// A larger image names no model: then each of the type must be of the tier.
			if (model === undefined) expect(below).toEqual([]);
			else expect(allowed).toContain(model);
		}
		if (lists === undefined) expect(world.service.ledger).toHaveLength(0);
	},
);

it.each<[string, unknown]>([
	['a word that is not known', 'sealed'],
	['no word', undefined],
	['a list', ['private']],
])('refuses a model with %s for its privacy', async (_what, word) => {
	catalogue(privacyOf(word));
	expect(said(await runCase(ask, limited('anonymized')))).toContain('text-basic');
	expect(world.service.ledger).toHaveLength(0);
});

it('refuses when the list cannot be read, and a value that is no tier', async () => {
	world.service.fault({ path: '/models', times: Infinity, status: 500 });
	expect(said(await runCase(ask, limited('private')))).toMatch(/could not be loaded/);
	expect(said(await runCase(ask, limited('secret')))).toMatch(
		/^Allowed Privacy must be one of any, anonymized, private, encrypted, but "secret" was given/,
	);
	expect(world.service.ledger).toHaveLength(0);
});

it.each([
	['the credential', 'private', 'any'],
	['the node', 'any', 'private'],
])('takes the stricter tier, here that of %s', async (_whose, ofCredential, ofNode) => {
	catalogue(privacyOf('anonymized'));
	const access = world.accessWith({ allowedPrivacy: ofCredential });
	const text = said(await runCase(ask, limited(ofNode), access));
	expect(text).toContain('the model list has text-basic as "anonymized"');
	expect(world.service.ledger).toHaveLength(0);
});

it('sends the ID that was checked in place of a trait', async () => {
	catalogue(privacyOf('private'));
	const model = typed('default:enable_web_search=auto');
	const { item } = await runCase(
		{ ...ask, parameters: { prompt: 'Hi', model } },
		limited('private'),
	);
	expect(item.json.error).toBeUndefined();
	const [record] = modelsOf('text').filter(({ record: { model_spec: spec } }) =>
		spec.traits?.includes('default'),
	);
	expect(asked()).toEqual([`${record?.record.id}:enable_web_search=auto`]);
});

it('passes over a fallback model below the tier, and says so', async () => {
	catalogue((records) =>
		records.map((record) => ({
			...record,
			model_spec: {
				...record.model_spec,
				privacy: record.id === 'text-mini' ? 'anonymized' : 'private',
			},
		})),
	);
	const model = typed('text-offline');
	const { item } = await runCase(
		{ ...ask, parameters: { prompt: 'Hi', model } },
		withOptions(limited('private'), { fallback: fallbackTo(['text-mini', 'text-basic']) }),
	);
	expect(asked()).toEqual(['text-basic']);
	expect(JSON.stringify(item.json.fallback)).toContain(
		'the model list has text-mini as \\"anonymized\\"',
	);
});

it('sends only encrypted chats where it is Encrypted', async () => {
	catalogue(privacyOf('private'));
	expect(said(await runCase(ask, limited('encrypted')))).toMatch(/this request is not encrypted/);
	const spoken = { name: 'speech', node: audio, parameters: speak };
	expect(said(await runCase(spoken, limited('encrypted')))).toMatch(/not encrypted/);
	const hidden = {
		...ask,
		parameters: {
			...ask.parameters,
			options: { privacy: { allowedPrivacy: 'encrypted', encryption: 'required' } },
		},
	};
	expect(said(await runCase(hidden, {}))).toMatch(/text-basic without encryption/);
	expect(world.service.ledger).toHaveLength(0);
});

it('holds for AI sub-nodes', async () => {
	catalogue(privacyOf('anonymized'));
	const settings = limited('private');
	const { response: model } = await chatModel(world.access, settings);
	await expect(model.invoke('Hi')).rejects.toThrow(/Allowed Privacy is Private/);
	const { response } = await supply<Embedder>({
		node: new EmbeddingsInference(),
		...world.access,
		parameters: { model: typed('embedding-basic'), ...settings },
	});
	await expect(response.embedQuery('Hi')).rejects.toThrow(/Allowed Privacy is Private/);
	expect(world.service.ledger).toHaveLength(0);
});

it('asks for no quote, and estimates nothing, in a dry run of a model below the tier', async () => {
	catalogue(privacyOf('anonymized'));
	const film = PAID_CASES.find(({ name }) => name === 'a video') as PaidCase;
	const options = { privacy: { allowedPrivacy: 'private' }, cost: { dryRun: true } };
	expect(said(await runCase(film, { options }))).toMatch(/^Not sent/);
	expect(world.service.requests('/video/quote')).toHaveLength(0);
});

it.each([
	[
		'PRIVATE_ONLY',
		/^The Model Privacy of this API key does not allow this model: .*may not use tts-/,
	],
	['PRIVATE_TEXT', /^$/],
])('explains what a key with the Model Privacy %s refuses', async (modelPrivacy, sentence) => {
	const made = await fetch(`${world.service.url}/api_keys`, {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			authorization: `Bearer ${world.service.keys.user}`,
		},
		body: JSON.stringify({ apiKeyType: 'INFERENCE', description: 'Own', modelPrivacy }),
	});
	const { data } = (await made.json()) as { data: { apiKey: string } };
	const [anonymized] = modelsOf('tts').filter(
		({ record: { model_spec: spec } }) => spec.privacy === 'anonymized' && spec.offline !== true,
	);
	const { id, model_spec: spec } = anonymized?.record ?? { id: '', model_spec: { voices: [] } };
	const parameters = { ...speak, model: typed(id), voice: typed(spec.voices?.[0] ?? '') };
	const access = world.accessWith({ apiKey: data.apiKey });
	const result = await runCase({ name: 'speech', node: audio, parameters }, {}, access);
	expect(said(result)).toMatch(sentence);
});
