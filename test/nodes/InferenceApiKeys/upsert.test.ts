import type { INodeParameters } from 'n8n-workflow';

import { InferenceApiKeys } from '../../../nodes/InferenceApiKeys/InferenceApiKeys.node';
import { call } from '../../service/client';
import { everything } from '../everything';
import { withService } from '../withService';

const world = withService();
const node = new InferenceApiKeys();
const SETTINGS = {
	...{ resource: 'apiKey', operation: 'upsert', description: 'acme', keyType: 'INFERENCE' },
	spendingLimit: { usdLimit: 5, limitPeriod: 'MONTH' },
};
const upsert = world.runner(node, SETTINGS);
const sent = (method: string) => world.service.journal.filter((entry) => entry.method === method);

const made = async (settings: object = {}) => {
	const { json } = await call(world.service, '/api_keys', {
		body: { apiKeyType: 'INFERENCE', description: 'acme', ...settings },
	});
	return (json as { data: { id: string; apiKey: string } }).data;
};
const keys = async () => {
	const { json } = await call(world.service, '/api_keys');
	const { data } = json as { data: Array<{ description: string }> };
	return data.filter(({ description }) => description.trim() === 'acme');
};

describe('Inference API Keys: Create or Update', () => {
	it('creates the key that is not there, with its limit', async () => {
		const { item } = await upsert();
		expect(item.json).toMatchObject({
			...{ description: 'acme', created: true, usdLimit: 5, limitPeriod: 'MONTH' },
			apiKey: expect.stringMatching(/^INFERENCE_KEY_/),
		});
		expect(item.json).not.toHaveProperty('apiKeyNote');
	});

	it('changes the one that is there, and says that its secret cannot be read again', async () => {
		const { id } = await made({ consumptionLimit: { usd: 1, diem: 3 }, limitPeriod: 'EPOCH' });
		const { item } = await upsert();
		expect(item.json).toMatchObject({
			...{ id, created: false, apiKey: null, usdLimit: 5, diemLimit: 3, limitPeriod: 'MONTH' },
			apiKeyNote: expect.stringContaining('cannot be read again'),
		});
		expect(await keys()).toHaveLength(1);
	});

	it('finds it with blanks around its description, and makes no second one', async () => {
		const { id } = await made({ description: ' acme ' });
		const { item } = await upsert({ description: 'acme  ' });
		expect(item.json).toMatchObject({ id, created: false });
		expect(sent('PATCH')[0]?.body).not.toHaveProperty('description');
	});

	it('sends no change where the item has none', async () => {
		const { id } = await made();
		const { item } = await upsert({ spendingLimit: {} });
		expect(item.json).toMatchObject({ id, created: false, description: 'acme' });
		expect(sent('PATCH')).toEqual([]);
	});

	it('makes one key for two items with the same description', async () => {
		const { items } = await world.run({
			node,
			parameters: {
				...SETTINGS,
				spendingLimit: { usdLimit: '={{ $json.n }}', limitPeriod: 'MONTH' },
			},
			items: [{ json: { n: 7 } }, { json: { n: 9 } }],
		});
		expect(items.map(({ json }) => [json.created, json.usdLimit])).toEqual([
			[true, 7],
			[false, 9],
		]);
		expect(await keys()).toHaveLength(1);
	});

	it.each<[string, INodeParameters, object[], RegExp]>([
		[
			'two keys of one description',
			{},
			[{}, {}],
			/^2 keys have the description "acme" \(….{6}, ….{6}\)/,
		],
		[
			'a key of another type',
			{},
			[{ apiKeyType: 'ADMIN' }],
			/^The key "acme" exists with the Key Type Admin, which cannot be changed to Inference/,
		],
	])('refuses %s, and changes nothing', async (_what, parameters, there, message) => {
		for (const settings of there) await made(settings);
		const { error } = await upsert(parameters);
		expect(error?.message).toMatch(message);
		expect([sent('PATCH').length, sent('POST').length]).toEqual([0, there.length]);
	});

	it('creates nothing where the list of keys cannot be read', async () => {
		const body = { data: [{ id: 'a', description: 5 }] };
		world.service.fault({ method: 'GET', path: /api_keys/, status: 200, body, times: 9 });
		const { error } = await upsert();
		expect(error?.message).toMatch(/^The answer of the service is not complete/);
		expect(sent('POST')).toEqual([]);
	});

	it('does not take the key of a lost answer for one that was there', async () => {
		const lost = { path: '/api_keys', method: 'POST', cut: 'before', processed: true } as const;
		world.service.fault(lost);
		const result = await upsert({}, { retryOnFail: { maxTries: 3 } });
		expect(result.error?.message).toMatch(
			/^The key "acme" may have been created by an earlier try/,
		);
		expect([sent('POST').length, (await keys()).length]).toEqual([1, 1]);
		expect(everything(result)).not.toMatch(/INFERENCE_KEY_/);
	});

	it('is changed by a retry where the change alone failed', async () => {
		await made();
		world.service.fault({ path: '/api_keys', method: 'PATCH', status: 400, body: { error: 'Oh' } });
		const { item } = await upsert({}, { retryOnFail: { maxTries: 2 } });
		expect(item.json).toMatchObject({ created: false, usdLimit: 5 });
	});

	it('is not for agents', async () => {
		const { error } = await upsert({}, { asTool: true });
		expect(error?.message).toMatch(/^Agents may read API keys but not create, change or delete/);
		expect(world.service.journal).toEqual([]);
	});
});
