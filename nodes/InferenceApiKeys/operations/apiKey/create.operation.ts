import { toBody } from '../../../../lib/fields/routing';
import type { Operation } from '../../../../lib/run/operation';
import { optionGroup, optionsField } from '../../../common/fields/optionGroup';
import { NOT_FOR_AGENTS } from '../../../common/refusals';
import { checkNewKey, createKeyOnce as create } from '../../createKey';
import {
	keyDescriptionField,
	expiresAtField,
	modelPrivacyField,
	spendingLimitFields,
} from '../../keyFields';

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
	make: create,
	fields: [
		{
			displayName:
				'The output field <b>apiKey</b> contains the new key, only this once. It is plain text there and in every node that passes it on, and n8n stores it with the execution. Store the key in the next node, and turn off <b>Save successful production executions</b> and <b>Save manual executions</b> in the settings of the workflow.',
			name: 'secretNotice',
			type: 'notice',
			default: '',
		},
		{ ...keyDescriptionField(), required: true },
		{
			displayName: 'Key Type',
			name: 'keyType',
			type: 'options',
			default: 'INFERENCE',
			description: 'What the key may do',
			options: [
				{
					name: 'Admin',
					value: 'ADMIN',
					description: 'Use models, read billing data and manage API keys',
				},
				{ name: 'Inference', value: 'INFERENCE', description: 'Use models only' },
			],
			routing: toBody('apiKeyType'),
		},
		optionGroup('Spending Limit', 'spendingLimit', spendingLimitFields()),
		optionsField([expiresAtField(), modelPrivacyField()]),
	],
} satisfies Operation;
