import type { INodeProperties } from 'n8n-workflow';

import { toBody } from '../../lib/fields/routing';
import { optionGroup, optionsField } from '../common/fields/optionGroup';

const LIMIT_RANGE = { minValue: 0, maxValue: 9_999_999_999 };

export function keyDescriptionField(): INodeProperties {
	return {
		displayName: 'Description',
		name: 'description',
		type: 'string',
		typeOptions: { maxLength: 64 },
		default: '',
		placeholder: 'e.g. Support workflows, production',
		description: 'What the key is for, up to 64 characters. Lists show it beside the key.',
		routing: toBody('description'),
	};
}

export function expiresAtField(): INodeProperties {
	return {
		displayName: 'Expires At',
		name: 'expiresAt',
		type: 'dateTime',
		default: '',
		description:
			'When the key stops working, such as {{ $now.plus(90, "days") }}. Leave empty for a key that does not expire.',
		routing: toBody('expiresAt'),
	};
}

export function spendingLimitFields(): INodeProperties[] {
	return [
		{
			displayName: 'Limit (DIEM)',
			name: 'diemLimit',
			type: 'number',
			typeOptions: LIMIT_RANGE,
			default: 10,
			description: 'Maximum to spend in staked credit per limit period',
			routing: toBody('consumptionLimit.diem'),
		},
		{
			displayName: 'Limit (USD)',
			name: 'usdLimit',
			type: 'number',
			typeOptions: LIMIT_RANGE,
			default: 10,
			description: 'Maximum to spend in USD per limit period. 0 blocks all spending in USD.',
			routing: toBody('consumptionLimit.usd'),
		},
		{
			displayName: 'Limit Period',
			name: 'limitPeriod',
			type: 'options',
			default: 'MONTH',
			description: 'How often the limits start again. Days and months are in UTC.',
			options: [
				{ name: 'Day', value: 'EPOCH' },
				{ name: 'Lifetime', value: 'LIFETIME', description: 'The limits never start again' },
				{ name: 'Month', value: 'MONTH' },
			],
			routing: toBody('limitPeriod'),
		},
	];
}

export function modelPrivacyField(): INodeProperties {
	return {
		displayName: 'Model Privacy',
		name: 'modelPrivacy',
		type: 'options',
		default: 'ALL',
		description: 'Which models may be used with the key',
		options: [
			{ name: 'All Models', value: 'ALL' },
			{
				name: 'Private Models for Text',
				value: 'PRIVATE_TEXT',
				description: 'Text models must be private. Other models may be of any kind.',
			},
			{ name: 'Private Models Only', value: 'PRIVATE_ONLY' },
		],
		routing: toBody('modelPrivacy'),
	};
}

/** The settings of a key that an operation may create. */
export function newKeyFields(): INodeProperties[] {
	return [
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
	];
}

/** Where the secret of a new key is seen. */
export function secretNotice(): INodeProperties {
	return {
		displayName:
			'The output field <b>apiKey</b> contains the new key, only this once. It is plain text there and in every node that passes it on, and n8n stores it with the execution. Store the key in the next node, and turn off <b>Save successful production executions</b> and <b>Save manual executions</b> in the settings of the workflow.',
		name: 'secretNotice',
		type: 'notice',
		default: '',
	};
}
