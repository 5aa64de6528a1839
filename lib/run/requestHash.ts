import type { IExecuteSingleFunctions, IHttpRequestOptions, INode } from 'n8n-workflow';

import { hashOf } from '../base/hash';
import { isRecord } from '../base/record';
/** The hash of all that decides what is sent for this item: the request so far, the parameters, and the item that their expressions read. */
export function ownRequest(
	context: IExecuteSingleFunctions,
	{ parameters, credentials }: INode,
	options: IHttpRequestOptions,
): string {
	const { json } = context.getInputData();
	const { retriesAndLimits, ...own } = deciding(parameters.options);
	const shown = [{ ...parameters, options: own }, addedBy(retriesAndLimits)];
	return hashOf([requestOf(context, options), shown, credentials, json]);
}

/** Whom a call is noted for decides nothing of what is sent or comes back. */
function deciding(options: unknown): Record<string, unknown> {
	return { ...(isRecord(options) ? options : { options }), costTracking: undefined };
}

/** How often and how long something is tried decides nothing of what comes out; what is added to it does. */
function addedBy(settings: unknown): unknown {
	return isRecord(settings) ? settings.includeResponseFacts === true : (settings ?? false);
}

/**
 * The hash of all that decides what is sent for an item and what comes out for it, which is the same for items that ask for the same.
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
}): string | undefined {
	try {
		const values = Object.keys(node.parameters)
			.sort()
			.map((name) => [name, context.getNodeParameter(name)] as const)
			.map(([name, value]) => [name, name === 'options' ? deciding(value) : value]);
		return hashOf([requestOf(context, options), values]);
	} catch {
		return undefined;
	}
}

function requestOf(
	context: IExecuteSingleFunctions,
	{ method, url, qs, body }: IHttpRequestOptions,
): unknown {
	const { binary = {} } = context.getInputData();
	const files = Object.entries(binary).map(([name, { id, data, fileName, mimeType }]) => [
		...[name, fileName, mimeType],
		id ?? data,
	]);
	return [method, url, qs, body, files];
}
