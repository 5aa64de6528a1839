import { InferenceApiKeys } from '../../../nodes/InferenceApiKeys/InferenceApiKeys.node';
import { isRecord } from '../../../lib/core/record';
import { call } from '../../service/client';
import type { ServiceUnderTest } from '../../nodes/withService';
import type { FullRun, FullRuns } from '../fullRun';
import { run, typed } from '../given';

/** A key to read, change or delete, with a limit so that its use is counted. */
async function newKey({ service }: ServiceUnderTest) {
	const { json } = await call(service, '/api_keys', {
		body: {
			...{ apiKeyType: 'INFERENCE', description: 'Coverage', limitPeriod: 'MONTH' },
			...{ consumptionLimit: { usd: 5, diem: 5 }, expiresAt: '2999-01-01' },
		},
	});
	const { data } = isRecord(json) ? json : {};
	const { apiKey = '', id = '' } = isRecord(data) ? data : {};
	await call(service, '/embeddings', {
		key: String(apiKey),
		body: { model: 'embedding-basic', input: 'pears' },
	});
	return { keyId: typed(String(id)) };
}

const limits = { usdLimit: 25, diemLimit: 5, limitPeriod: 'MONTH' };
const others = { expiresAt: '2999-01-31T08:00:00.000Z', modelPrivacy: 'PRIVATE_TEXT' };

const update = (name: string, updateFields: NonNullable<FullRun['parameters']>): FullRun => ({
	...run('apiKey/update', name, { updateFields }),
	prepare: async (world) => ({ ...(await newKey(world)), updateFields }),
});

export const keys: FullRuns = {
	node: new InferenceApiKeys(),
	runs: [
		{
			...run('apiKey/getAll', 'all keys', { returnAll: true }),
			prepare: async (world) => {
				await newKey(world);
				return {};
			},
		},
		run('apiKey/getAll', 'no more than the limit', { limit: 1 }),
		{ ...run('apiKey/get', 'one key'), prepare: newKey },
		run('apiKey/create', 'every setting', {
			...{ description: 'Coverage', keyType: 'INFERENCE' },
			...{ spendingLimit: limits, options: others },
		}),
		run('apiKey/upsert', 'a new key', {
			...{ description: 'Upserted', keyType: 'INFERENCE' },
			...{ spendingLimit: limits, options: others },
		}),
		{
			...run('apiKey/upsert', 'a key that exists', {
				...{ description: 'Coverage', keyType: 'INFERENCE', spendingLimit: limits },
			}),
			prepare: async (world) => {
				await newKey(world);
				return {};
			},
		},
		update('every field', { description: 'Changed', ...limits, ...others }),
		update('what is removed', { remove: ['diem', 'expiresAt', 'usd'] }),
		{ ...run('apiKey/delete', 'a key'), prepare: newKey },
	],
};
