import type { IExecuteSingleFunctions, IHttpRequestOptions, INode } from 'n8n-workflow';

import { hashOf } from '../base/hash';
import { isRecord } from '../base/record';
import { COST_TRACKING } from './costTracking';
import { RUN_SETTINGS } from './runSettings';

/** Parameters that decide nothing of what is sent or comes back. */
const NEITHER = [COST_TRACKING];

/** The hash of all that decides what is sent for this item: the request so far, the parameters, and the item that their expressions read. */
export function ownRequest(
	context: IExecuteSingleFunctions,
	{ parameters, credentials }: INode,
	options: IHttpRequestOptions,
): string {
	const { json } = context.getInputData();
	const deciding = Object.entries(parameters)
		.filter(([name]) => !NEITHER.includes(name))
		.map(([name, value]) => [name, name === RUN_SETTINGS ? shownBy(value) : value]);
	return hashOf([requestOf(context, options), deciding, credentials, json]);
}

/** How often and how long something is tried decides nothing of what comes out; what is added to it does. */
function shownBy(settings: unknown): unknown {
	return isRecord(settings) ? settings.includeResponseFacts === true : settings;
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
			.filter((name) => !NEITHER.includes(name))
			.sort()
			.map((name) => [name, context.getNodeParameter(name)]);
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
