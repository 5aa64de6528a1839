import {
	ExpressionError,
	NodeOperationError,
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
} from 'n8n-workflow';
import type { ZodType, ZodTypeDef } from 'zod';

import { MODEL_LIST_ANSWER, modelRecords, type ModelRecord } from '../../../lib/models/fetchModel';
import { getJson, type FreeRead } from '../../../lib/wire/lookUp';
import { credentialTypeOf } from '../../../lib/wire/credential';
import { readAs } from '../../../lib/wire/readAs';

/** Someone looks at the field meanwhile. */
const PICKER_WAITS = { maxWaitMs: 5_000, patienceMs: 5_000 };

/** The answer to a free read for a picker, in its shape; throws an error that says how to go on without the list, by another mode of the field. */
export async function fetchForPicker<T>(
	context: ILoadOptionsFunctions,
	entriesName: string,
	shape: ZodType<T, ZodTypeDef, unknown>,
	request: FreeRead,
	manualModeLabel = 'By ID',
): Promise<T> {
	try {
		return readAs(
			await getJson(context, credentialTypeOf(context.getNode()), request, PICKER_WAITS),
			shape,
		);
	} catch (error) {
		throw new NodeOperationError(
			context.getNode(),
			`The list of ${entriesName} could not be loaded: ${reasonOf(error)}. Choose "${manualModeLabel}" and enter it by hand`,
		);
	}
}

function reasonOf(error: unknown): string {
	if (error instanceof ExpressionError)
		return 'The credential has an expression, whose value is known only while the workflow runs';
	return error instanceof Error ? error.message : String(error);
}

/** What n8n calls for the list of a picker. */
export type ListSearch = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** The models of a type for a picker, of them or of `entriesName` that they have. */
export async function fetchModelsForPicker(
	context: ILoadOptionsFunctions,
	type: string,
	entriesName = 'models',
	manualModeLabel?: string,
): Promise<ModelRecord[]> {
	const request = { url: '/models', qs: { type } } as const;
	return modelRecords(
		await fetchForPicker(context, entriesName, MODEL_LIST_ANSWER, request, manualModeLabel),
	);
}

/** The ID of the model that is chosen in the same panel; empty for none. */
export function chosenModelId(context: ILoadOptionsFunctions): string {
	return String(context.getCurrentNodeParameter('model', { extractValue: true }) ?? '');
}

/** The entries that contain every word that was typed. */
export function matchingEntries(
	entries: INodeListSearchItems[],
	filter = '',
): INodeListSearchResult {
	const words = filter.toLowerCase().split(/\s+/);
	const isWanted = ({ name, value }: INodeListSearchItems) => {
		const text = `${name} ${value}`.toLowerCase();
		return words.every((word) => text.includes(word));
	};
	return { results: entries.filter(isWanted) };
}

export function entryNamed(name: string): INodeListSearchItems {
	return { name, value: name };
}
