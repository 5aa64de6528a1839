import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { credentialType } from '../transport/http/credential';
import type { Gate } from '../transport/run/gate';
import { getJson } from '../transport/http/getJson';
import { modelRecords, type ModelRecord } from './record';

const MAX_WAIT_MS = 5_000;

/**
 * The record of a model, from the list of its type, which is fetched once for all items of a run.
 * Undefined when the list cannot be had or does not hold it: the service then decides by itself.
 */
export async function fetchModel(
	context: IExecuteSingleFunctions,
	run: Pick<Gate, 'remember'>,
	type: string,
	id: string,
): Promise<ModelRecord | undefined> {
	const records = await run.remember(`models:${type}`, async () => {
		const request = { url: '/models', qs: { type } } as const;
		try {
			const { body } = await getJson(context, credentialType(context), request, MAX_WAIT_MS);
			return modelRecords(body);
		} catch {
			return [];
		}
	});
	return records.find((record) => record.id === id);
}
