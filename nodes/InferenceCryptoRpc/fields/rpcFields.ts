import type { INodeProperties } from 'n8n-workflow';

import { toPath } from '../../../lib/fields/routing';
import { pickerField } from '../../common/fields/picker';

export function callFields(): INodeProperties[] {
	return [
		{
			displayName: 'Input Type',
			name: 'input',
			type: 'options',
			default: 'calls',
			description: 'How to provide the calls',
			options: [
				{ name: 'Calls', value: 'calls', description: 'Entered one by one' },
				{ name: 'Calls as JSON', value: 'json', description: 'A list from an expression' },
			],
		},
		{
			displayName: 'Calls',
			name: 'calls',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true, sortable: true },
			default: { call: [{ method: '', params: '[]', id: '' }] },
			placeholder: 'Add Call',
			description: 'Up to 100 calls. If the service refuses one method, none is made.',
			displayOptions: { show: { input: ['calls'] } },
			options: [{ displayName: 'Call', name: 'call', values: callRowFields() }],
		},
		{
			displayName: 'Calls (JSON)',
			name: 'callsJson',
			type: 'json',
			typeOptions: { rows: 6 },
			default: '[]',
			placeholder: 'e.g. [{ "method": "eth_blockNumber" }, { "method": "eth_gasPrice" }]',
			description: 'JSON array of up to 100 calls with method and optional params and ID',
			displayOptions: { show: { input: ['json'] } },
		},
	];
}

function callRowFields(): INodeProperties[] {
	return [
		{
			displayName: 'Method',
			name: 'method',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. eth_blockNumber',
			description: 'JSON-RPC method',
		},
		{
			displayName: 'Method Parameters',
			name: 'params',
			type: 'json',
			default: '[]',
			placeholder: 'e.g. ["0x0000000000000000000000000000000000000000", "latest"]',
			description: 'JSON array of the parameters of the method, in order',
		},
		{
			displayName: 'ID',
			name: 'id',
			type: 'string',
			default: '',
			placeholder: 'e.g. 1',
			description: 'Leave empty to use the next free number',
		},
	];
}

export function networkField(): INodeProperties {
	return pickerField({
		displayName: 'Network',
		name: 'network',
		required: true,
		description: 'Blockchain network to call',
		search: 'searchNetworks',
		placeholder: 'Select a network...',
		byHand: {
			displayName: 'By Name',
			placeholder: 'e.g. ethereum-mainnet',
			hint: 'A name from Get Many Networks',
		},
		routing: toPath('network'),
	});
}

export function idempotencyKeyField(): INodeProperties {
	return {
		displayName: 'Idempotency Key',
		name: 'idempotencyKey',
		type: 'string',
		default: '',
		placeholder: 'e.g. payout-2026-01-31-0042',
		description:
			'For 24 hours, the same call with the same key is made and charged only once. Letters, digits, "_" and "-". Leave empty to give each execution and item a key of its own.',
	};
}
