import type {
	IDataObject,
	INodeExecutionData,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INode,
} from 'n8n-workflow';

import { parameterValues } from '../core/execution';
import { ServiceFailure } from '../core/failure';
import { hashOf, isRecord } from '../core/record';
import type { ItemStep, OperationItem } from './item';
import type { Asked } from './paidWork';

/**
 * Makes what several items of the run ask for with the first of them; the others take its answer, and its failure: what was refused is
 * refused again, and what was lost may have been charged.
 */
export const sameRequest: ItemStep = async (next, item, options) => {
	const { sharedRequest: common, gate, index } = item;
	if (common === undefined) return await next(item, options);
	const { id } = await item.signIn();
	let isFirst = false;
	const makeFirst = async () => {
		isFirst = true;
		return await next(item, options).catch((error: unknown) => new Failed(index, error));
	};
	const answering = gate.remember(`same:${id}:${keyOf(common)}`, makeFirst);
	const answer = isFirst ? await answering : await gate.aside(answering);
	if (!(answer instanceof Failed)) return answer;
	if (isFirst) throw answer.reason;
	// The first item ends the run with its error.
	if (!item.context.continueOnFail()) return { item: index, items: [] };
	throw answer.ofAnother();
};

/** What the request of an item has in common with items that ask for the same; undefined where each item pays separately. */
export function sharedRequest(item: OperationItem): Asked | undefined {
	const { settings, operation, count, isTool, context, node, options } = item;
	const wanted = settings.reuseIdentical ?? operation.reusesIdentical === true;
	const shares = wanted && operation.price !== undefined && count > 1 && !isTool;
	return shares ? commonRequest(context, node, options) : undefined;
}

/** Items that ask for the same with another file get another answer. */
export const keyOf = ({ hash, files }: Asked): string => [hash, ...files].join(' ');

/** Why the first item with a request failed. */
class Failed {
	constructor(
		private readonly item: number,
		readonly reason: unknown,
	) {}

	/** The same reason for an item that shares the request. */
	ofAnother(): unknown {
		const { item, reason } = this;
		if (!(reason instanceof ServiceFailure)) return reason;
		return reason.as(`Same request as item ${item + 1}, which failed: ${reason.message}`);
	}
}

/** The items of an answer that another item has paid for. */
export function reused(items: INodeExecutionData[]): INodeExecutionData[] {
	return items.map((item) => {
		const json = structuredClone(item.json);
		const free = Object.fromEntries(
			['cost', 'estimate']
				.filter((name) => name in json)
				.map((name) => [name, nothing(json[name])]),
		);
		return { ...item, json: { ...json, ...free, reused: true } };
	});
}

/** A cost of the same form, of nothing. */
function nothing(cost: unknown): IDataObject {
	if (!isRecord(cost)) return { amount: 0, currency: 'USD' };
	if (typeof cost.currency === 'string') return { amount: 0, currency: cost.currency };
	return Object.fromEntries(Object.keys(cost).map((currency) => [currency, 0]));
}

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
	const values = commonRequest(context, node, options);
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
function commonRequest(
	context: IExecuteSingleFunctions,
	node: INode,
	options: IHttpRequestOptions,
): Asked | undefined {
	try {
		const values = parameterValues(context, node).map(([name, value]) => [
			name,
			name === 'options' ? deciding(value) : value,
		]);
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
