import { toBody } from '../../../../lib/fields/routing';
import type { Operation } from '../../../../lib/run/operation';
import { apiKey } from '../../../common/fields/apiKey';
import { optionGroup } from '../../../common/fields/options';
import { NOT_FOR_AGENTS } from '../../../common/refusals';
import { description, expiresAt, modelPrivacy, spendingLimits } from '../../keyFields';
import { prepareUpdate, REMOVABLE, updateKey as update } from '../../updateKey';

export const updateKey = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update an API key',
		description: 'Change the description, limits, expiry or model privacy of an API key',
		displayOptions: NOT_FOR_AGENTS,
		routing: { request: { method: 'PATCH', url: '/api_keys' } },
	},
	free: true,
	prepare: [prepareUpdate],
	sendAll: update,
	fields: [
		apiKey(toBody('id')),
		optionGroup('Update Fields', 'updateFields', [
			description(),
			expiresAt(),
			...spendingLimits(),
			modelPrivacy(),
			{
				displayName: 'Remove',
				name: 'remove',
				type: 'multiOptions',
				default: [],
				description: 'Settings to remove from the key. Others do not change.',
				options: Object.entries(REMOVABLE).map(([value, name]) => ({ name, value })),
			},
		]),
	],
} satisfies Operation;
