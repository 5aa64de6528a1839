import type { IHttpRequestOptions, INode, INodeProperties } from 'n8n-workflow';

import type { ItemContext } from '../../core/execution';
import { hashOf } from '../../core/record';
import { decidingValues } from '../../fields/rules';
import { itemFiles, jsonWithoutFiles, type FileContext } from '../../files/inputFile';

/**
 * What identifies a call at its place: the parameters as they are written with the item that their expressions read, or the request as it is
 * built of their values. Both leave out what is applied after a saved answer. Files come by their IDs in n8n's storage: one that is read again
 * gets another ID, so that they are compared by their bytes.
 */
export interface RequestKey {
	/** The hash of what is written. */
	hash: string;
	/** The hash of what is built. */
	requestHash?: string;
	fileIds: string[];
	/** Whether it is a step of an item, which is the same in any run that sends the same. */
	isStep?: true;
}

/** An item that is checked. */
interface Asked {
	context: ItemContext;
	node: INode;
	operation: { fields: INodeProperties[] };
	request: IHttpRequestOptions;
	isDry: boolean;
}

/** What an item asks for, as a retry finds it again. What is written comes before any value: the time in a prompt makes no other item. */
export function retryKey({ context, node, operation, request }: Asked): RequestKey {
	const { parameters, credentials } = node;
	const [files, fileIds] = inputFilesOf(context);
	const written = decidingValues(operation.fields, parameters);
	const values = decidingValues(operation.fields, context.parameters);
	return {
		hash: hashOf([written, credentials, jsonWithoutFiles(context), files]),
		requestHash: hashOf([requestParts(request), values, credentials, files]),
		fileIds,
	};
}

/** What an item asks for, as other items of the run share it. */
export function sharingKey({ context, isDry, operation, request }: Asked): RequestKey {
	const [files, fileIds] = inputFilesOf(context);
	const values = decidingValues(operation.fields, context.parameters, true);
	return { hash: hashOf([requestParts(request), files, values, isDry]), fileIds };
}

/** The name of what is shared: items that ask for the same with another file get another answer. */
export const nameOfKey = ({ hash, fileIds: files }: RequestKey): string =>
	[hash, ...files].join(' ');

function requestParts({ method, url, qs, body }: IHttpRequestOptions): unknown[] {
	return [method, url, qs, body];
}

/** The files of the item, and the IDs of those that n8n stores. */
function inputFilesOf(context: FileContext): [named: unknown, ids: string[]] {
	const files = itemFiles(context);
	const named = Object.entries(files).map(([name, { id, data, fileName, mimeType }]) => [
		...[name, fileName, mimeType],
		...(id === undefined ? [data] : []),
	]);
	return [named, Object.values(files).flatMap(({ id }) => id ?? [])];
}
