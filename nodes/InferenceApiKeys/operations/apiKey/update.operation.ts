import { toBody } from '../../../../lib/fields/routing';
import type { Operation } from '../../../../lib/run/operation';
import { apiKeyField } from '../../../common/fields/picker';
import { optionGroup } from '../../../common/fields/optionGroup';
import { NOT_FOR_AGENTS } from '../../../common/refusals';
import {
	keyDescriptionField,
	expiresAtField,
	modelPrivacyField,
	spendingLimitFields,
} from '../../keyFields';
import { prepareKeyUpdate, REMOVABLE_FIELDS, sendKeyUpdate as update } from '../../updateKey';

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
	prepare: [prepareKeyUpdate],
	make: update,
	fields: [
		apiKeyField(toBody('id')),
		optionGroup('Update Fields', 'updateFields', [
			keyDescriptionField(),
			expiresAtField(),
			...spendingLimitFields(),
			modelPrivacyField(),
			{
				displayName: 'Remove',
				name: 'remove',
				type: 'multiOptions',
				default: [],
				description: 'Settings to remove from the key. Others do not change.',
				options: Object.entries(REMOVABLE_FIELDS).map(([value, name]) => ({ name, value })),
			},
		]),
	],
} satisfies Operation;
