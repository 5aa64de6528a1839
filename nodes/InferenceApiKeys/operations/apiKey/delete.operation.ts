import { toQuery } from '../../../../lib/fields/routing';
import type { Operation } from '../../../../lib/run/operation';
import { apiKeyField } from '../../../common/fields/picker';
import { optionsField } from '../../../common/fields/optionGroup';
import { NOT_FOR_AGENTS } from '../../../common/refusals';
import { deleteKeyUnlessOwn as remove } from '../../deleteKey';

export const deleteKey = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete an API key',
		description: 'Delete an API key permanently. Requests that use it will be rejected.',
		displayOptions: NOT_FOR_AGENTS,
		routing: { request: { method: 'DELETE', url: '/api_keys' } },
	},
	free: true,
	make: remove,
	fields: [
		apiKeyField(toQuery('id')),
		optionsField([
			{
				displayName: 'Delete Own Key',
				name: 'deleteOwnKey',
				type: 'boolean',
				default: false,
				description:
					'Whether to delete the key even if the credential of this node uses it, after which the credential no longer works',
			},
		]),
	],
} satisfies Operation;
