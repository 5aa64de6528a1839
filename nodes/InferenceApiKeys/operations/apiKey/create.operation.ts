import type { Operation } from '../../../../lib/run/operation';
import { NOT_FOR_AGENTS } from '../../../common/refusals';
import { newKeyFields, secretNotice } from '../../keyFields';
import { checkNewKey, createKeyOnce } from '../../newKey';

export const createKey = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create an API key',
		description: 'Create an API key. The secret is shown only once.',
		displayOptions: NOT_FOR_AGENTS,
		routing: { request: { method: 'POST', url: '/api_keys' } },
	},
	free: true,
	secretShownOnce: true,
	prepare: [checkNewKey],
	make: async (item) => await createKeyOnce(item),
	fields: [secretNotice(), ...newKeyFields()],
} satisfies Operation;
