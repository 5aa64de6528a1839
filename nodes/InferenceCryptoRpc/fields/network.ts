import type { INodeProperties } from 'n8n-workflow';

import { toPath } from '../../../lib/fields/routing';

/** The network picker: from the list of the service, or by name. */
export function network(): INodeProperties {
	return {
		displayName: 'Network',
		name: 'network',
		type: 'resourceLocator',
		required: true,
		default: { mode: 'list', value: '' },
		description: 'Blockchain network to call',
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select a network...',
				typeOptions: { searchListMethod: 'searchNetworks', searchable: true },
			},
			{
				displayName: 'By Name',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. ethereum-mainnet',
				hint: 'A name from Get Many Networks',
			},
		],
		routing: toPath('network'),
	};
}
