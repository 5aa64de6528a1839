import type { IExecuteSingleFunctions, IHttpRequestOptions, INode } from 'n8n-workflow';

import { hashOf } from '../base/hash';
import { isRecord } from '../base/record';
import type { Asked } from './paidWork';

/**
 * All that decides what is sent for this item: the request so far, the parameters, the item that their expressions read, and its files.
 * It is the same where the expressions give other values, such as the time, for the same item, or the same values for another one.
 */
export function ownRequest(
	context: IExecuteSingleFunctions,
	node: INode,
	options: IHttpRequestOptions,
): Asked {
	const { parameters, credentials } = node;
	const { json } = context.getInputData();
	const shown = { ...parameters, options: deciding(parameters.options) };
	const [request, files] = requestOf(context, options);
	const values = commonRequest({ context, node, options });
	const valuesHash = values && hashOf([values.hash, credentials]);
	return { hash: hashOf([request, shown, credentials, json]), valuesHash, files };
}

/** Whom a call is noted for, and how often and how long it is tried, decide nothing of what is sent or comes back; what is added to it does. */
function deciding(options: unknown): unknown {
	const given = { ...(isRecord(options) ? options : { options }), costTracking: undefined };
	const { retriesAndLimits: settings, ...own }: Record<string, unknown> = given;
	return [own, isRecord(settings) ? settings.includeResponseFacts === true : (settings ?? false)];
}

/**
 * All that decides what is sent for an item and what comes out for it, which is the same for items that ask for the same.
 * Undefined when a parameter cannot be read.
 */
export function commonRequest({
	context,
	node,
	options,
}: {
	context: IExecuteSingleFunctions;
	node: INode;
	options: IHttpRequestOptions;
}): Asked | undefined {
	try {
		const values = Object.keys(node.parameters)
			.sort()
			.map((name) => [name, context.getNodeParameter(name)] as const)
			.map(([name, value]) => [name, name === 'options' ? deciding(value) : value]);
		const [request, files] = requestOf(context, options);
		return { hash: hashOf([request, values]), files };
	} catch {
		return undefined;
	}
}

/** The request so far with the files of the item, and the IDs of those that n8n stores: a file that is read again gets another one. */
function requestOf(
	context: IExecuteSingleFunctions,
	{ method, url, qs, body }: IHttpRequestOptions,
): [request: unknown, files: string[]] {
	const { binary = {} } = context.getInputData();
	const named = Object.entries(binary).map(([name, { id, data, fileName, mimeType }]) => [
		...[name, fileName, mimeType],
		...(id === undefined ? [data] : []),
	]);
	const files = Object.values(binary).flatMap(({ id }) => id ?? []);
	return [[method, url, qs, body, named], files];
}
