import {
	ExpressionError,
	NodeOperationError,
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
} from 'n8n-workflow';
import type { ZodType, ZodTypeDef } from 'zod';

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

/** The entries whose names contain what was typed. */
export function matchingEntries(
	entries: INodeListSearchItems[],
	filter = '',
): INodeListSearchResult {
	const wanted = filter.trim().toLowerCase();
	return { results: entries.filter(({ name }) => name.toLowerCase().includes(wanted)) };
}

/** An entry whose value is its name. */
export function entryNamed(name: string): INodeListSearchItems {
	return { name, value: name };
}
