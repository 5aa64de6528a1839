import type { INodeParameters } from 'n8n-workflow';

import { InferenceBilling } from '../../../nodes/InferenceBilling/InferenceBilling.node';
import { call } from '../../service/client';
import { withService } from '../withService';

const world = withService();
const node = new InferenceBilling();

async function keyWith(settings: object) {
	const body = { apiKeyType: 'INFERENCE', description: 'Team', ...settings };
	const { json } = await call(world.service, '/api_keys', { body });
	return (json as { data: { id: string; apiKey: string } }).data;
}
const check = async (id: string, parameters: INodeParameters = {}) =>
	await world.run({
		node,
		parameters: {
			...{ resource: 'budget', operation: 'check', compare: 'apiKey', ...parameters },
			keyId: { __rl: true, mode: 'id', value: id },
		},
	});
const spend = async (key: string) =>
	await call(world.service, '/embeddings', {
		key,
		body: { model: 'embedding-basic', input: 'pears' },
	});

describe('Inference Billing: Check a budget against the limit of a key', () => {
	it('says what was spent of it in its period', async () => {
		const limits = { consumptionLimit: { usd: 8 }, limitPeriod: 'MONTH' };
		const { id, apiKey } = await keyWith(limits);
		await spend(apiKey);
		const { item } = await check(id);
		const used = world.service.ledger[0]?.usd ?? 0;
		expect(used).toBeGreaterThan(0);
		expect(item.json).toMatchObject({
			...{ compare: 'apiKey', currency: 'USD', withinBudget: true, status: 'ok', budget: 8, used },
			key: { id, description: 'Team', limitPeriod: 'MONTH' },
			period: { timeZone: 'UTC' },
		});
		expect(world.service.journal.at(-1)).toMatchObject({ path: `/api_keys/${id}`, query: {} });
	});

	it.each([1e-9, 0])('says so when it is used up: %d', async (usd) => {
		const { id, apiKey } = await keyWith({ consumptionLimit: { usd }, limitPeriod: 'LIFETIME' });
		await spend(apiKey);
		expect((await spend(apiKey)).status).toBe(402);
		const { item } = await check(id);
		expect(item.json).toMatchObject({
			...{ withinBudget: false, status: 'exceeded' },
		});
		const { error } = await check(id, { stopWhenExceeded: true });
		expect(error?.message).toMatch(/^The limit of the key "Team" is used up: .+ spent of /);
		expect(error?.description).toMatch(/^Raise the limit of the key, or turn /);
	});

	it('says that a key has no limit in the currency', async () => {
		const { id } = await keyWith({ consumptionLimit: { usd: 8 } });
		const { error } = await check(id, { currency: 'DIEM' });
		expect(error?.message).toBe('The key "Team" has no limit in DIEM');
		expect(error?.description).toContain('Inference API Keys > Update');
	});
});
