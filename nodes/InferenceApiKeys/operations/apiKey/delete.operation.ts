import type { IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';

import { keySettings, readKey } from '../../../../lib/models/apiKeyRecord';
import { isRecord } from '../../../../lib/core/record';
import { badInput } from '../../../../lib/core/failure';
import { accountOf } from '../../../../lib/wire/account';
import { API_KEY_CREDENTIAL } from '../../../../lib/wire/credential';
import { objectWith, readAs } from '../../../../lib/wire/readAs';
import type { Item } from '../../../../lib/run/item';
import { toQuery } from '../../../../lib/fields/routing';
import type { Operation } from '../../../../lib/run/operation';
import { apiKeyField } from '../../../common/fields/picker';
import { optionsField } from '../../../common/fields/optionGroup';
import { NOT_FOR_AGENTS } from '../../../common/refusals';

const DELETED_SCHEMA = objectWith({ success: z.literal(true) });

/** Deletes the key, unless it is the one that this call is made with and the user did not ask for that. */
async function deleteKeyUnlessOwn(item: Item): Promise<INodeExecutionData[]> {
	const { context, request, send } = item;
	const id = isRecord(request.qs) ? String(request.qs.id) : '';
	const key = await readKey(request, send, id);
	if (context.parameters.options.deleteOwnKey !== true) {
		await rejectOwnKey(context, key, id);
	}
	readAs(await send(request), DELETED_SCHEMA);
	const { description, last6Chars } = keySettings(key);
	return [{ json: { id, description, last6Chars, deleted: true } }];
}

/** Refuses the key of the credential, and one that cannot be compared with it. */
async function rejectOwnKey(
	context: IExecuteSingleFunctions,
	key: Record<string, unknown>,
	id: string,
): Promise<void> {
	const { last6Chars } = key;
	if (key.id !== id || typeof last6Chars !== 'string' || !/^[!-~]{6}$/.test(last6Chars)) {
		throw badInput(
			'This may be the key of the credential that the node uses: the service did not return the last six characters of the key to compare',
			'Check the key in the API settings of your account. To delete it anyway, turn on Delete Own Key under Options.',
		);
	}
	const account = await accountOf(context, API_KEY_CREDENTIAL);
	if (!account.keyEndsWith(last6Chars)) return;
	throw badInput(
		'This is the key of the credential that the node uses: without it, every workflow with this credential stops working',
		'Put another key into the credential first, or turn on Delete Own Key under Options.',
	);
}

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
	make: deleteKeyUnlessOwn,
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
