import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { ItemContext } from '../core/execution';
import { isUnread, type Unread } from './readAs';
import type { Json } from '../core/record';
import { isContainer } from '../core/unreadMarks';

/** Whether the user wants the simplified form of an answer instead of what the service sent. */
export function wantsSimplified(context: Pick<ItemContext, 'parameters'>): boolean {
	return context.parameters.simplify !== false;
}

/** One item per record: in its simplified form, or as the service sent it, as the option Simplify says. One that cannot be read stays as it came. */
export function shapedItems(
	context: Pick<ItemContext, 'parameters'>,
	records: Array<Json | Unread>,
	simplified: (record: Json) => Json,
): INodeExecutionData[] {
	const simple = wantsSimplified(context);
	return records.map((record) => ({
		json: (simple && !isUnread(record) ? simplified(record) : record) as IDataObject,
	}));
}

/** The value with every snake_case key of its objects in camelCase, at any depth; the values themselves stay. */
export function camelKeys(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(camelKeys);
	if (!isContainer(value)) return value;
	const isPlain = (key: string) => !key.includes('_') && !isContainer(value[key]);
	// The words of a transcript are tens of thousands.
	if (Object.keys(value).every(isPlain)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => [camelKey(key), camelKeys(inner)]),
	);
}

/** The record with its keys in camelCase. */
export function camelRecord(record: Record<string, unknown>): Record<string, unknown> {
	return camelKeys(record) as Record<string, unknown>;
}

function camelKey(key: string): string {
	if (!key.includes('_')) return key;
	return key.replace(/(?<=[a-z0-9])_+([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase());
}
