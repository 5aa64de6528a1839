import type { INodeParameters } from 'n8n-workflow';

import { InferenceApiKeys } from '../../../nodes/InferenceApiKeys/InferenceApiKeys.node';
import { call } from '../../service/client';
import { everything } from '../everything';
import { withService } from '../withService';

const world = withService();
const node = new InferenceApiKeys();
const run = world.runner(node);
const SECRET = /(?:INFERENCE|ADMIN)_KEY_[\w-]{20,}/g;

const create = world.runner(node, {
	resource: 'apiKey',
	operation: 'create',
	description: 'Support',
	keyType: 'INFERENCE',
});
const posts = () => world.service.journal.filter(({ method }) => method === 'POST');
const many = (count: number) => ({
	parameters: {
		...{ resource: 'apiKey', operation: 'create', keyType: 'INFERENCE' },
		description: '={{ "Key " + $json.n }}',
		options: { retriesAndLimits: { maxConcurrentRequests: 1 } },
	},
	items: Array.from({ length: count }, (_, n) => ({ json: { n } })),
});
/** The descriptions of the keys that the account has now, without those of the start. */
const existing = async () => {
	const { json } = await call(world.service, '/api_keys');
	const { data } = json as { data: Array<{ description: string }> };
	return data.map(({ description }) => description).filter((one) => !/^Made before/.test(one));
};

describe('Inference API Keys: Create', () => {
	it('sends every setting, and returns the secret once', async () => {
		const { item } = await create({
			spendingLimit: { usdLimit: 25, diemLimit: 5, limitPeriod: 'MONTH' },
			options: { expiresAt: '2999-01-31T08:00:00Z', modelPrivacy: 'PRIVATE_ONLY' },
		});
		expect(posts()).toHaveLength(1);
		expect(posts()[0]).toMatchObject({ path: '/api_keys', query: {} });
		expect(posts()[0]?.body).toEqual({
			...{ apiKeyType: 'INFERENCE', description: 'Support', modelPrivacy: 'PRIVATE_ONLY' },
			...{ consumptionLimit: { usd: 25, diem: 5 }, limitPeriod: 'MONTH' },
			expiresAt: '2999-01-31T08:00:00.000Z',
		});
		const apiKey = String(item.json.apiKey);
		expect(apiKey).toMatch(SECRET);
		expect(item).toEqual({
			json: {
				...{ id: expect.any(String), description: 'Support', keyType: 'INFERENCE', apiKey },
				...{ last6Chars: apiKey.slice(-6), modelPrivacy: 'PRIVATE_ONLY', limitPeriod: 'MONTH' },
				...{ usdLimit: 25, diemLimit: 5, expiresAt: '2999-01-31T08:00:00.000Z' },
				...{ createdAt: null, lastUsedAt: null },
			},
			pairedItem: { item: 0 },
		});
		const used = await call(world.service, '/api_keys/rate_limits', { key: apiKey });
		expect(used.status).toBe(200);
	});

	it('marks the secret for n8n to hide', () => {
		expect(node.description.sensitiveOutputFields).toEqual(['apiKey']);
	});

	it.each<[string, INodeParameters, string]>([
		['no description', { description: ' ' }, 'Description must not be empty'],
		[
			'a long description',
			{ description: 'x'.repeat(65) },
			'Description may have at most 64 characters, but 65 were given',
		],
		[
			'a negative limit',
			{ spendingLimit: { usdLimit: -1, limitPeriod: 'MONTH' } },
			'Limit (USD) must be a number from 0 to 9999999999, but -1 was given',
		],
		[
			'a limit without a period',
			{ spendingLimit: { usdLimit: 1 } },
			'A spending limit needs a Limit Period, but none was set',
		],
		[
			'a period without a limit',
			{ spendingLimit: { limitPeriod: 'MONTH' } },
			'A Limit Period needs a limit, but none was set',
		],
		[
			'a key that has expired',
			{ options: { expiresAt: '2020-01-01T00:00:00Z' } },
			'Expires At must be in the future, but 2020-01-01T00:00:00.000Z was given',
		],
		[
			'another type',
			{ keyType: 'ROOT' },
			'Key Type must be one of ADMIN, INFERENCE, but "ROOT" was given',
		],
	])('refuses %s before anything is sent', async (_what, parameters, message) => {
		const { error } = await create(parameters);
		expect(error?.message).toBe(message);
		expect(world.service.journal).toEqual([]);
	});

	it('says that a key for inference may not do this', async () => {
		const access = world.accessWith({ apiKey: world.service.keys.inference });
		const { error } = await create({}, access);
		expect(error?.message).toMatch(/^The API key may not do this/);
	});

	it('is not for agents', async () => {
		const { error } = await create({}, { asTool: true });
		expect(error?.message).toMatch(/^Agents may read API keys but not create, change or delete/);
		expect(world.service.journal).toEqual([]);
	});
});

describe('a key that may have been created', () => {
	it('is not created again after a lost answer, and the error says what to look for', async () => {
		world.service.fault({ path: '/api_keys', cut: 'before', processed: true });
		const { error } = await create();
		expect(posts()).toHaveLength(1);
		expect(error?.description).toContain('The key may exist although its secret is lost');
		expect(await existing()).toEqual(['Support']);
	});

	it.each([500, 502, 503])('is not created again after a status %i', async (status) => {
		world.service.fault({ path: '/api_keys', status, body: { error: 'Oh' }, processed: true });
		const { error } = await create();
		expect(error?.description).toContain('The key may exist although its secret is lost');
		expect([posts().length, await existing()]).toEqual([1, ['Support']]);
	});

	it.each([
		{ cut: 'before' },
		{ status: 500, body: { error: 'Oh' } },
		{ malformed: true },
	] as const)('is not created again by Retry On Fail after %j', async (fault) => {
		world.service.fault({ path: '/api_keys', times: 5, method: 'POST', processed: true, ...fault });
		const { error } = await create({}, { retryOnFail: { maxTries: 5 } });
		expect(error?.message).toMatch(/^The key "Support" may have been created by an earlier try/);
		expect([posts().length, await existing()]).toEqual([1, ['Support']]);
	});

	it('is created by Retry On Fail once the list shows that there is none', async () => {
		world.service.fault({ path: '/api_keys', method: 'POST', status: 500, body: { error: 'Oh' } });
		const { items } = await create({}, { retryOnFail: { maxTries: 2 } });
		expect(items).toHaveLength(1);
		expect([posts().length, await existing()]).toEqual([2, ['Support']]);
	});

	it('is created once after a rate limit', async () => {
		world.service.fault({ path: '/api_keys', status: 429, body: { error: 'Too many' } });
		const { items } = await create();
		expect(items).toHaveLength(1);
		expect(await existing()).toEqual(['Support']);
	});

	it.each([
		{ data: { apiKey: `INFERENCE_KEY_${'x'.repeat(24)}` } },
		{ success: true },
		{ error: `Take INFERENCE_KEY_${'x'.repeat(24)}` },
		`{"data":{"id":"key-new","apiKey":"INFERENCE_KEY_${'x'.repeat(24)}","desc`,
		`INFERENCE_KEY_${'x'.repeat(24)}`,
	])('shows nothing of an answer that cannot be read: %j', async (body) => {
		world.service.fault({ path: '/api_keys', status: 200, body });
		const result = await create();
		expect(result.error?.description).toContain('The key may exist although its secret is lost');
		expect(everything(result)).not.toMatch(SECRET);
	});
});

/** Where a refusal may hold the secret of a key that was created all the same. */
const NEW = `INFERENCE_KEY_${'x'.repeat(24)}`;
const LEAKS = [
	{ error: `Key ${NEW} was created, but not stored` },
	{ error: { message: `Made ${NEW}`, code: NEW.replace(/x{24}/, 'ABCDEFGHIJKLMNOPQRSTUVWX') } },
	{ error: 'No', message: encodeURIComponent(NEW), customMessage: NEW },
	{ error: 'No', details: { [NEW]: { _errors: [`${NEW} is in use`] } } },
	{ error: 'No', issues: [{ path: ['data', NEW], message: NEW }] },
	{ error: 'No', suggested_prompt: NEW, data: { id: 'key-new', apiKey: NEW } },
	`The key is ${NEW}`,
];

it.each([400, 403, 422, 500, 502].flatMap((status) => LEAKS.map((body) => ({ status, body }))))(
	'the secret of a new key is in no error of a refusal: $status $body',
	async ({ status, body }) => {
		world.service.fault({ path: '/api_keys', method: 'POST', status, body });
		const result = await create();
		expect(result.error).toMatchObject({ httpCode: String(status) });
		expect(everything(result)).not.toMatch(/x{8}|UVWX/);
	},
);

describe('keys of a node that fails with another item', () => {
	const failing = { path: '/api_keys', status: 400, body: { error: 'Not today' } };

	it('are created once, with Retry On Fail and then the Retry button', async () => {
		world.service.fault({ path: '/api_keys', delayMs: 0, times: 2 });
		world.service.fault({ ...failing, times: 3 });
		const retryOnFail = { maxTries: 3 };
		const first = await run({}, { ...many(3), retryOnFail });
		expect(first.error?.message).toContain('Not today');
		expect(await existing()).toEqual(['Key 0', 'Key 1']);

		const again = await run({}, { ...many(3), keptData: first.keptData });
		expect(again.error).toBeUndefined();
		const secrets = again.outputs[0]?.map(({ json }) => String(json.apiKey)) ?? [];
		expect(new Set(secrets).size).toBe(3);
		for (const key of secrets) {
			const { status } = await call(world.service, '/api_keys/rate_limits', { key });
			expect(status).toBe(200);
		}
		expect(await existing()).toEqual(['Key 0', 'Key 1', 'Key 2']);
		expect(JSON.stringify(again.keptData)).toMatch(/"kept":\{\}/);
	});

	it('are in no error, log or memory of the execution in plain', async () => {
		world.service.fault({ path: '/api_keys', delayMs: 0, times: 2 });
		world.service.fault(failing);
		const result = await run({}, many(3));
		const kept = JSON.stringify(result.keptData);
		expect(kept.length).toBeGreaterThan(500);
		expect(kept).not.toMatch(SECRET);
		expect(everything(result)).not.toMatch(SECRET);
		expect(result.error).toMatchObject({
			context: { paidWork: [{ description: 'Key 0' }, { description: 'Key 1' }] },
		});
	});

	it('are made again where the memory belongs to another credential', async () => {
		world.service.fault({ path: '/api_keys', delayMs: 0 });
		world.service.fault(failing);
		const first = await run({}, many(2));
		const { apiKey: _secret, ...made } =
			(await create({ keyType: 'ADMIN' })).outputs[0]?.[0]?.json ?? {};
		expect(made.keyType).toBe('ADMIN');
		const access = world.accessWith({ apiKey: String(_secret) });
		const again = await run({}, { ...access, ...many(2), keptData: first.keptData });
		expect(again.error).toBeUndefined();
		expect(await existing()).toEqual(['Key 0', 'Support', 'Key 0', 'Key 1']);
	});
});
