import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { credentialType } from '../http/credential';
import { getJson } from '../http/getJson';
import { readAs } from '../http/readAs';
import { MODEL_LIST, modelRecords, type ModelRecord } from './record';
import type { Memory } from '../http/send';

/** For its own retries; for the limits of the service, the list waits as long as the calls that need it. */
const WAITS = { maxWaitMs: 5_000 };

/** Any node that can read the model list. */
export type ModelReader = Parameters<typeof getJson>[0];

/** What the service lists of a type; without records where the list could not be loaded, with the reason. */
export interface ModelList {
	records: ModelRecord[];
	problem?: string;
}

/** The models of a type, fetched once for all items of a run. */
export async function listModels(
	context: ModelReader,
	run: Memory,
	type: string,
): Promise<ModelList> {
	return await run.remember(`models:${type}`, async () => await loadModels(context, type));
}

/** The models of a type. */
export async function loadModels(context: ModelReader, type: string): Promise<ModelList> {
	const request = { url: '/models', qs: { type } } as const;
	try {
		const answer = await getJson(context, credentialType(context.getNode()), request, WAITS);
		return { records: modelRecords(readAs(answer, MODEL_LIST)) };
	} catch (error) {
		const problem = error instanceof Error ? error.message : String(error);
		return { records: [], problem: `the list of models could not be loaded (${problem})` };
	}
}

/**
 * The record of a model, from the list of its type.
 * Undefined when the list cannot be had or does not hold it: the service then decides.
 */
export async function fetchModel(
	context: IExecuteSingleFunctions,
	run: Memory,
	type: string,
	id: string,
): Promise<ModelRecord | undefined> {
	const { records } = await listModels(context, run, type);
	return records.find((record) => record.id === id);
}
