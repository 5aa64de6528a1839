import type {
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeProperties,
	INodePropertyOptions,
	INodeExecutionData,
	IDataObject,
} from 'n8n-workflow';

import type { FallbackRule } from '../fallback/types';
import type { Price } from '../pricing/price';
import { isRecord } from '../base/record';
import type { Answer } from '../base/answer';
import type { BucketName } from '../pacing/bucketName';
import type { BeforeSend, Combine, Plan, Prepare, Read, SendAll } from '../run/plan';
import { runOperation } from '../run/runOperation';
import { wireRules } from '../fields/rules';

/** One entry of a node's Resource menu, with the operations on it; the first one is preselected. */
export interface Resource {
	name: string;
	value: string;
	operations: Operation[];
}

/** One entry of a node's Operation menu: what it is called, what it sends, what it asks, how its answer is read. */
export interface Operation {
	option: INodePropertyOptions & { action: string; description: string };
	fields: INodeProperties[];
	/** The media type that its answers have beside JSON, such as `image/*`; the request says so. */
	reads?: string;
	/** The rate limit that it shares with other operations; without it, its address has one of its own. */
	bucket?: BucketName;
	/** Whether a call costs nothing, so that it may be sent again after a broken connection. */
	free?: boolean;
	/** Whether each call makes something whose answer comes this one time: it is not sent again if it may have been received, and a retry of the node finds the answer, sealed. */
	once?: boolean;
	/** Whether a paid call may be sent again too, because it carries an idempotency key. */
	repeatable?: boolean;
	/** How many items may be on their way at once, where the service allows fewer than the user. */
	concurrency?: number;
	/** How many requests are in flight at once unless the user sets it, where that is not the usual number. */
	usualConcurrency?: number;
	/** What a call of it is charged, for one that costs money. */
	price?: Price;
	/** The bodies of the paid calls that an item makes, where they are not that of its request. */
	paidBodies?(this: IExecuteSingleFunctions, options: IHttpRequestOptions): Promise<unknown[]>;
	/** Whether items that ask for the same share one paid answer by default: where a second answer would be no other. */
	reusesIdentical?: boolean;
	/** For one whose items can be sent in one request. */
	combine?: Combine;
	/** How its calls go to another model when the chosen one does not answer; its panel then has Fallback Models. */
	fallback?: FallbackRule;
	/** Adds to the request, and checks, what one field alone cannot say. */
	prepare?: Prepare[];
	/** Adds the files of the item to the request. */
	beforeSend?: BeforeSend[];
	/** Turns one answer into items; without it a JSON object becomes one item and an array one item an entry. */
	read?: Read;
	/** For an operation that makes several requests; without it there is one. */
	sendAll?: SendAll;
}

/** The Resource menu, and per resource its Operation menu and fields; the first resource is preselected. */
export function resourceProperties(resources: Resource[]): INodeProperties[] {
	const menu: INodeProperties = {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: byName(resources.map(({ name, value }) => ({ name, value }))),
		default: resources[0]?.value ?? '',
	};
	const shown = resources.map(({ value, operations }) => ({
		operations,
		show: { resource: [value] },
	}));
	return [
		menu,
		...shown.map(({ operations, show }) => operationMenu(operations, show)),
		...shown.flatMap(({ operations, show }) => operations.flatMap(shownFields(show))),
	];
}

/** The Operation menu, and the fields of each operation, of a node about one thing; the first operation is preselected. */
export function operationProperties(operations: Operation[]): INodeProperties[] {
	return [operationMenu(operations), ...operations.flatMap(shownFields({}))];
}

type Show = NonNullable<NonNullable<INodeProperties['displayOptions']>['show']>;

/** Every operation in it goes through `runOperation`. */
function operationMenu(operations: Operation[], show?: Show): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		...(show && { displayOptions: { show } }),
		options: byName(operations.map(routed)),
		default: operations[0]?.option.value ?? '',
	};
}

function byName<T extends { name: string }>(entries: T[]): T[] {
	return [...entries].sort((a, b) => (a.name < b.name ? -1 : 1));
}

const behindEntries = new WeakMap<object, Operation>();

/** The operation behind an entry of an Operation menu. */
export function operationOf(entry: object): Operation | undefined {
	return behindEntries.get(entry);
}

function routed(operation: Operation): INodePropertyOptions {
	const { option, reads } = operation;
	const request = option.routing?.request;
	const Accept = `application/json, ${reads}`;
	const headers = reads === undefined ? {} : { headers: { ...request?.headers, Accept } };
	const entry = {
		...option,
		routing: {
			...option.routing,
			request: { ...request, ...headers },
			send: { ...option.routing?.send, paginate: true },
			operations: { pagination: runOperation(planOf(operation)) },
		},
	};
	behindEntries.set(entry, operation);
	return entry;
}

function planOf({ option, fields, free, read, sendAll, ...others }: Operation): Plan {
	const { repeatable, concurrency, price, reusesIdentical } = others;
	const { combine, fallback, prepare, beforeSend, usualConcurrency } = others;
	const once: SendAll = async function (options, send) {
		return await (read ?? readJson).call(this, await send(options));
	};
	const rules = wireRules(fields);
	const steps = { prepare, beforeSend, sendAll: sendAll ?? once };
	const address = `/${String(option.routing?.request?.url).replace(/^\//, '')}` as const;
	const bucket = others.bucket ?? address;
	const paid = {
		free: free === true,
		once: others.once,
		repeatable,
		concurrency,
		usualConcurrency,
		price,
		reusesIdentical,
		combine,
		fallback,
		paidBodies: others.paidBodies,
	};
	return { rules, bucket, ...paid, ...steps };
}

async function readJson(answer: Answer): Promise<INodeExecutionData[]> {
	const records = Array.isArray(answer.body) ? answer.body : [answer.body];
	return records.map((json: unknown) => ({
		json: (isRecord(json) ? json : { value: json }) as IDataObject,
	}));
}

const shownFields =
	(show: Show) =>
	({ option, fields }: Operation): INodeProperties[] =>
		fields.map((field) => ({
			...field,
			displayOptions: {
				...field.displayOptions,
				// First, as n8n looks no further once it meets a parameter that is an expression.
				show: { ...show, operation: [option.value], ...field.displayOptions?.show },
			},
		}));
