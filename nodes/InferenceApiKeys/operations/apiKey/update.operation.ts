import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { ItemContext } from '../../../../lib/core/execution';
import { API_KEY_ANSWER, keySettings, readKey } from '../../../../lib/models/apiKeyRecord';
import { isRecord } from '../../../../lib/core/record';
import { badInput } from '../../../../lib/core/failure';
import { readAs } from '../../../../lib/wire/readAs';
import type { Item } from '../../../../lib/run/item';
import type { Prepare } from '../../../../lib/wire/send';
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

/** What can be taken off a key, by the name of its field on the wire. */
const REMOVABLE_FIELDS = {
	expiresAt: 'Expires At',
	diem: 'Limit (DIEM)',
	usd: 'Limit (USD)',
};

/** Puts the fields to remove into the request; refuses one that changes nothing, or sets and removes the same field. */
const prepareKeyUpdate: Prepare = function (options) {
	const body = isRecord(options.body) ? options.body : {};
	const limits = isRecord(body.consumptionLimit) ? body.consumptionLimit : {};
	for (const field of readFieldsToRemove(this)) {
		const holder = field === 'expiresAt' ? body : limits;
		if (holder[field] !== undefined) {
			throw badInput(
				`${REMOVABLE_FIELDS[field]} cannot be set and removed at once`,
				'Take it out of Update Fields or out of Remove.',
			);
		}
		holder[field] = null;
	}
	if (Object.keys(limits).length > 0) body.consumptionLimit = limits;
	if (Object.keys(body).some((name) => name !== 'id')) return;
	throw badInput(
		'Nothing to change: add at least one field under Update Fields',
		'Use Add Field, and choose what to change.',
	);
};

/**
 * Changes the key. The limits are sent together, those that stay as well: the interface does not say what becomes of a limit that is
 * left out (docs/maintainers/service.md#api-keys).
 */
export async function sendKeyUpdate({
	send,
	request,
}: Pick<Item, 'send' | 'request'>): Promise<INodeExecutionData[]> {
	const body = request.body as IDataObject;
	if (body.consumptionLimit !== undefined) {
		const current = await readKey(request, send, String(body.id));
		const { usdLimit: usd, diemLimit: diem } = keySettings(current);
		body.consumptionLimit = { usd, diem, ...(body.consumptionLimit as IDataObject) };
	}
	const { data } = readAs(await send(request), API_KEY_ANSWER);
	return [{ json: { ...keySettings(data) } }];
}

function readFieldsToRemove(context: ItemContext): Array<keyof typeof REMOVABLE_FIELDS> {
	const { updateFields } = context.parameters;
	const remove = isRecord(updateFields) ? updateFields.remove : undefined;
	return (remove ?? []) as Array<keyof typeof REMOVABLE_FIELDS>;
}

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
	make: sendKeyUpdate,
	fields: [
		apiKeyField(toBody('id')),
		{
			...optionGroup('Update Fields', 'updateFields', [
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
			placeholder: 'Add field',
		},
	],
} satisfies Operation;
