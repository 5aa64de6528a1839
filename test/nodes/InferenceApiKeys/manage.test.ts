import type { INodeParameters } from 'n8n-workflow';

import { InferenceApiKeys } from '../../../nodes/InferenceApiKeys/InferenceApiKeys.node';
import type { RunNodeOptions } from '../../engine/runNode';
import { call } from '../../service/client';
import { withService } from '../withService';

const world = withService();
const node = new InferenceApiKeys();
const typed = (value: string) => ({ __rl: true, mode: 'id', value });
const run = async (
	operation: string,
	parameters: INodeParameters = {},
	more: Partial<RunNodeOptions> = {},
) =>
	await world.run({ node, parameters: { resource: 'apiKey', operation, ...parameters }, ...more });

/** A key with a limit, made by a client that is not the node. */
async function made(settings: object = {}): Promise<{ id: string; apiKey: string }> {
	const { json } = await call(world.service, '/api_keys', {
		body: {
			...{ apiKeyType: 'INFERENCE', description: 'Reports', limitPeriod: 'EPOCH' },
			...{ consumptionLimit: { usd: 2, diem: 1 }, ...settings },
		},
	});
	return (json as { data: { id: string; apiKey: string } }).data;
}

describe('Inference API Keys: Get and Get Many', () => {
	it('says what a key may spend and has spent', async () => {
		const { id, apiKey } = await made();
		const body = { model: 'embedding-basic', input: 'pears' };
		await call(world.service, '/embeddings', { key: apiKey, body });
		const spent = world.service.ledger[0]?.usd ?? 0;
		expect(spent).toBeGreaterThan(0);

		const { item } = await run('get', { keyId: typed(id) });
		expect(item.json).toEqual({
			...{ id, description: 'Reports', keyType: 'INFERENCE', last6Chars: apiKey.slice(-6) },
			...{ limitPeriod: 'EPOCH', usdLimit: 2, diemLimit: 1, modelPrivacy: 'ALL' },
			...{ createdAt: expect.any(String), expiresAt: null, lastUsedAt: expect.any(String) },
			...{ usdUsed: spent, diemUsed: 0, usdUsedIn7Days: spent, diemUsedIn7Days: 0 },
		});
	});

	it('lists the keys of the account alone, and no secret', async () => {
		const { apiKey } = await made();
		const { items, outputs } = await run('getAll', { returnAll: true });
		const ids = items.map(({ json }) => json.id);
		expect(ids).toEqual(['key-user', 'key-inference', 'key-capped', expect.any(String)]);
		expect(JSON.stringify(outputs)).not.toContain(apiKey);
		const limited = await run('getAll', { limit: 2 });
		expect(limited.outputs[0]).toHaveLength(2);
	});

	it('reads keys for an agent', async () => {
		const { items } = await run('getAll', { returnAll: true }, { asTool: true });
		expect(items).toHaveLength(3);
	});

	it('finds keys by description and last characters', async () => {
		const { id, apiKey } = await made();
		const search = async (filter: string) =>
			(await world.search(node, 'searchApiKeys', { filter })).results;
		const found = { name: `Reports (…${apiKey.slice(-6)})`, value: id };
		expect(await search('report')).toEqual([found]);
		expect(await search(apiKey.slice(-6))).toEqual([found]);
		expect(await search('')).toHaveLength(4);
	});
});

describe('Inference API Keys: Update', () => {
	const patches = () => world.service.journal.filter(({ method }) => method === 'PATCH');

	it('changes what was added, and sends the limits that stay along', async () => {
		const { id } = await made();
		const updateFields = { description: 'Reports 2', usdLimit: 9, limitPeriod: 'MONTH' };
		const { item } = await run('update', { keyId: typed(id), updateFields });
		expect(patches()[0]?.body).toEqual({
			...{ id, description: 'Reports 2', limitPeriod: 'MONTH' },
			consumptionLimit: { usd: 9, diem: 1 },
		});
		expect(item.json).toMatchObject({ ...updateFields, id, diemLimit: 1 });
	});

	it('removes limits and the expiry', async () => {
		const { id } = await made({ expiresAt: '2999-01-01' });
		const updateFields = { remove: ['usd', 'expiresAt'] };
		const { item } = await run('update', { keyId: typed(id), updateFields });
		const limits = { usd: null, diem: 1 };
		expect(patches()[0]?.body).toEqual({ id, expiresAt: null, consumptionLimit: limits });
		expect(item.json).toMatchObject({ expiresAt: null, usdLimit: null, diemLimit: 1 });
	});

	it('asks for the key only where its limits change', async () => {
		const { id } = await made();
		const updateFields = { modelPrivacy: 'PRIVATE_TEXT' };
		const { item } = await run('update', { keyId: typed(id), updateFields });
		expect(world.service.journal.slice(1).map(({ method }) => method)).toEqual(['PATCH']);
		expect(item.json.modelPrivacy).toBe('PRIVATE_TEXT');
	});

	it.each<[string, INodeParameters, string]>([
		['nothing', {}, 'Nothing to change: add at least one field under Update Fields'],
		[
			'what is set and removed',
			{ usdLimit: 3, remove: ['usd'] },
			'Limit (USD) cannot be set and removed at once',
		],
		[
			'what cannot be removed',
			{ remove: ['secret'] },
			'Remove must be one of expiresAt, diem, usd, but "secret" was given',
		],
	])('refuses %s before anything is sent', async (_what, updateFields, message) => {
		const { error } = await run('update', { keyId: typed('any'), updateFields });
		expect(error?.message).toBe(message);
		expect(world.service.journal).toEqual([]);
	});
});

describe('Inference API Keys: Delete', () => {
	it('deletes a key, which is refused from then on', async () => {
		const { id, apiKey } = await made();
		const { item } = await run('delete', { keyId: typed(id) });
		const last6Chars = apiKey.slice(-6);
		expect(item.json).toEqual({ id, description: 'Reports', last6Chars, deleted: true });
		expect(world.service.journal.at(-1)).toMatchObject({
			...{ method: 'DELETE', path: '/api_keys', query: { id } },
		});
		const { status } = await call(world.service, '/api_keys/rate_limits', { key: apiKey });
		expect(status).toBe(401);
	});

	it('keeps the key of its own credential, unless the user asks for that', async () => {
		const { apiKey, id } = await made({ apiKeyType: 'ADMIN' });
		const access = world.accessWith({ apiKey });
		const { error } = await run('delete', { keyId: typed(id) }, access);
		expect(error?.message).toMatch(/^This is the key of the credential that the node uses/);
		const asked = { keyId: typed(id), options: { deleteOwnKey: true } };
		expect((await run('delete', asked, access)).outputs[0]?.[0]?.json.deleted).toBe(true);
	});

	it.each([undefined, null, '', 'x', 'longer than six', 123456, { last: 6 }, '●●●●●●'])(
		'keeps a key that cannot be compared with its own, with %j as its last characters',
		async (last6Chars) => {
			const { apiKey, id } = await made({ apiKeyType: 'ADMIN' });
			const access = world.accessWith({ apiKey });
			const body = { data: { id, description: 'Reports', last6Chars } };
			world.service.fault({ method: 'GET', path: /api_keys/, status: 200, body, times: 2 });
			const { error } = await run('delete', { keyId: typed(id) }, access);
			expect(error?.message).toMatch(/^This may be the key of the credential/);
			expect(world.service.journal.some(({ method }) => method === 'DELETE')).toBe(false);
			const asked = { keyId: typed(id), options: { deleteOwnKey: true } };
			expect((await run('delete', asked, access)).outputs[0]?.[0]?.json.deleted).toBe(true);
		},
	);

	it.each(['update', 'delete'])('does not %s for an agent', async (operation) => {
		const { error } = await run(operation, { keyId: typed('key-inference') }, { asTool: true });
		expect(error?.message).toMatch(/^Agents may read API keys but not create, change or delete/);
		expect(world.service.journal).toEqual([]);
	});

	it.each(['.', '..'])('asks for no other address: %s', async (id) => {
		const { error } = await run('delete', { keyId: typed(id) });
		expect(error?.message).toBe(`"${id}" is not a valid ID`);
		expect(world.service.journal).toEqual([]);
	});
});
