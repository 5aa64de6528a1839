import type { INodeProperties } from 'n8n-workflow';

import { toBody } from '../../lib/fields/routing';

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
