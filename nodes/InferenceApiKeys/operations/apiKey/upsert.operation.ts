import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { badInput } from '../../../../lib/core/failure';
import { keySettings } from '../../../../lib/models/apiKeyRecord';
import type { Item } from '../../../../lib/run/item';
import type { Operation } from '../../../../lib/run/operation';
import { NOT_FOR_AGENTS } from '../../../common/refusals';
import { newKeyFields, secretNotice } from '../../keyFields';
import { checkNewKey, createKeyOnce, type KnownKey } from '../../newKey';
import { sendKeyUpdate } from './update.operation';

const SECRET_GONE =
	'This key existed already. Its secret cannot be read again: for a new one, delete the key and run this again.';

/** Creates the key, or changes the one with its description as the item says. */
async function createOrUpdateKey(item: Item): Promise<INodeExecutionData[]> {
	let isNew = true;
	const [made] = await createKeyOnce(item, async (known) => {
		isNew = false;
		return await changeOnlyKey(item, known);
	});
	const secret = isNew ? {} : { apiKey: null, apiKeyNote: SECRET_GONE };
	return [{ json: { ...made?.json, created: isNew, ...secret } }];
}

async function changeOnlyKey({ request, send }: Item, known: KnownKey[]) {
	const { description, apiKeyType, ...changes } = request.body as IDataObject;
	const [key = { id: '' }] = known;
	const { id, keyType } = keySettings(key);
	if (known.length > 1) throw severalKeysError(String(description), known);
	if (keyType !== apiKeyType) {
		throw badInput(
			`The key "${String(description)}" exists with the Key Type ${nameOf(keyType)}, which cannot be changed to ${nameOf(apiKeyType)}`,
			'Choose that Key Type, or another Description for a new key.',
		);
	}
	if (Object.keys(changes).length === 0) return [{ json: { ...keySettings(key) } }];
	return await sendKeyUpdate({
		send,
		request: { ...request, method: 'PATCH', body: { id, ...changes } },
	});
}

function nameOf(keyType: unknown): string {
	const type = String(keyType ?? 'unknown').toLowerCase();
	return type.charAt(0).toUpperCase() + type.slice(1);
}

function severalKeysError(description: string, keys: KnownKey[]) {
	const ends = keys.map((key) => `…${keySettings(key).last6Chars ?? '?'}`).join(', ');
	return badInput(
		`${keys.length} keys have the description "${description}" (${ends}), so it is not clear which one to change`,
		'Change the description of all but one with Update, or delete them.',
	);
}

export const upsertKey = {
	option: {
		name: 'Create or Update',
		value: 'upsert',
		action: 'Create or update an API key',
		description: 'Create a new record, or update the current one if it already exists (upsert)',
		displayOptions: NOT_FOR_AGENTS,
		routing: { request: { method: 'POST', url: '/api_keys' } },
	},
	free: true,
	secretShownOnce: true,
	// Two items with one description would each find no key.
	concurrency: 1,
	prepare: [checkNewKey],
	make: createOrUpdateKey,
	fields: [
		secretNotice(),
		{
			displayName:
				'The secret of a key that exists cannot be read again: <b>apiKey</b> is then null.',
			name: 'existingKeyNotice',
			type: 'notice',
			default: '',
		},
		...newKeyFields(),
	],
} satisfies Operation;
