import type { IExecuteSingleFunctions, IHttpRequestOptions, INode } from 'n8n-workflow';

import { parameterValues } from '../../core/execution';
import { itemFiles, jsonWithoutFiles } from '../../files/inputFile';
import { hashOf } from '../../core/record';
import { decidingValue, type ParameterReads } from './parameterReads';

/**
 * What is asked for: the hash of it, and the IDs of its files in n8n's storage. A file that is read again gets another one, so that files
 * are compared by their bytes.
 */
export interface RequestKey {
	hash: string;
	fileIds: string[];
	/** What n8n has built from the parameters, for another item that may ask for the same. */
	requestHash?: string;
	/** The parameters that were read beside it. */
	reads?: ParameterReads;
}

/**
 * What an item asks for, as a retry finds it again: the parameters as they are written, and the item that their expressions read. Nothing
 * is evaluated for it: the time in a prompt makes no other item.
 */
export function retryKey(
	context: IExecuteSingleFunctions,
	node: INode,
	options: IHttpRequestOptions,
	reads?: ParameterReads,
): RequestKey {
	const { parameters, credentials } = node;
	const written = Object.entries(parameters).map(([name, value]) => [
		name,
		decidingValue(name, value),
	]);
	const [files, ids] = inputFilesOf(context);
	const json = jsonWithoutFiles(context);
	return {
		hash: hashOf([written, credentials, json, files]),
		fileIds: ids,
		requestHash: hashOf([requestParts(options), credentials, files]),
		reads,
	};
}

/**
 * What an item asks for, as other items of the run share it: all that is sent, and what the parameters are for it. Undefined where one
 * cannot be read.
 */
export function sharingKey(
	context: IExecuteSingleFunctions,
	node: INode,
	options: IHttpRequestOptions,
): RequestKey | undefined {
	try {
		const values = parameterValues(context, node).map(([name, value]) => [
			name,
			decidingValue(name, value),
		]);
		const [files, ids] = inputFilesOf(context);
		return { hash: hashOf([requestParts(options), files, values]), fileIds: ids };
	} catch {
		return undefined;
	}
}

/** The name of what is shared: items that ask for the same with another file get another answer. */
export const nameOfKey = ({ hash, fileIds: files }: RequestKey): string =>
	[hash, ...files].join(' ');

function requestParts({ method, url, qs, body }: IHttpRequestOptions): unknown[] {
	return [method, url, qs, body];
}

/** The files of the item, and the IDs of those that n8n stores. */
function inputFilesOf(context: IExecuteSingleFunctions): [named: unknown, ids: string[]] {
	const files = itemFiles(context);
	const named = Object.entries(files).map(([name, { id, data, fileName, mimeType }]) => [
		...[name, fileName, mimeType],
		...(id === undefined ? [data] : []),
	]);
	return [named, Object.values(files).flatMap(({ id }) => id ?? [])];
}
