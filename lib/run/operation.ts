import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { PriceRule } from '../cost/operationPrices';
import { runOperation } from './chain';
import type { Item, RunnableOperation } from './item';
import type { OperationHandling } from './operationHandling';
import { wireRules } from '../fields/rules';
import type { BeforeSend, Prepare } from '../wire/send';

/** One entry of a node's Resource menu, with the operations on it in the order of the menu; the first one is preselected. */
export interface Resource {
	name: string;
	value: string;
	operations: Operation[];
}

/** One entry of a node's Operation menu: what it is called, what it sends, what it asks, how its answer is read. */
interface DescribedOperation extends OperationHandling<Item> {
	option: INodePropertyOptions & { action: string; description: string };
	fields: INodeProperties[];
	file?: FileInput;
	/** The media type that its answers have beside JSON, such as `image/*`; the request says so. */
	answerType?: string;
}

/** The file that goes in, declared once: the fields that ask for it, its check before anything is sent, and its way into the request. */
export interface FileInput {
	fields: INodeProperties[];
	check: Prepare;
	/** `make` where that sends it, in parts. */
	add: BeforeSend | 'make';
}

/** An operation says that its calls are free, what one is charged, or that it pays on its own. */
export type Operation = DescribedOperation &
	({ free: true } | { price: PriceRule } | { charged: false });

/** The Resource menu, and per resource its Operation menu and fields; the first resource is preselected. */
export function resourceProperties(resources: Resource[]): INodeProperties[] {
	const menu: INodeProperties = {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resources.map(({ name, value }) => ({ name, value })),
		default: resources[0]?.value ?? '',
	};
	const resourcesToShow = resources.map(({ value, operations }) => ({
		operations,
		show: { resource: [value] },
	}));
	return [
		menu,
		...resourcesToShow.map(({ operations, show }) => operationMenu(operations, show)),
		...panelFields(
			resourcesToShow.flatMap(({ operations, show }) => operations.flatMap(shownFields(show))),
		),
	];
}

/** The Operation menu, and the fields of each operation, of a node about one thing; the first operation is preselected. */
export function operationProperties(operations: Operation[]): INodeProperties[] {
	return [operationMenu(operations), ...panelFields(operations.flatMap(shownFields({})))];
}

type DisplayConditions = NonNullable<NonNullable<INodeProperties['displayOptions']>['show']>;

/** Every operation in it goes through `runOperation`. */
function operationMenu(operations: Operation[], show?: DisplayConditions): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		...(show && { displayOptions: { show } }),
		options: operations.map(menuEntryOf),
		default: operations[0]?.option.value ?? '',
	};
}

const operationByEntry = new WeakMap<object, Operation>();

/** The operation behind an entry of an Operation menu. */
export function operationOf(entry: object): Operation | undefined {
	return operationByEntry.get(entry);
}

function menuEntryOf(operation: Operation): INodePropertyOptions {
	const { option, answerType } = operation;
	const request = option.routing?.request;
	const Accept = `application/json, ${answerType}`;
	const headers = answerType === undefined ? {} : { headers: { ...request?.headers, Accept } };
	const entry = {
		...option,
		routing: {
			...option.routing,
			request: { ...request, ...headers },
			send: { ...option.routing?.send, paginate: true },
			operations: { pagination: runOperation(runnableOperation(operation)) },
		},
	};
	operationByEntry.set(entry, operation);
	return entry;
}

/** The operation as its items are run: with its file, the rules of its fields, and a bucket of its own where it names none. */
function runnableOperation(operation: Operation): RunnableOperation {
	const { file, prepare = [], beforeSend = [] } = operation;
	const address = `/${String(operation.option.routing?.request?.url).replace(/^\//, '')}` as const;
	const fields = fieldsOf(operation);
	return {
		bucket: address,
		...operation,
		fields,
		prepare: file ? [file.check, ...prepare] : prepare,
		beforeSend: file && file.add !== 'make' ? [...beforeSend, file.add] : beforeSend,
		rules: wireRules(fields),
	};
}

/** The fields in the order of the panel: a file comes after the model. */
function fieldsOf({ fields, file }: Operation): INodeProperties[] {
	const at = fields[0]?.type === 'resourceLocator' ? 1 : 0;
	return [...fields.slice(0, at), ...(file?.fields ?? []), ...fields.slice(at)];
}

const shownFields =
	(show: DisplayConditions) =>
	(operation: Operation): INodeProperties[] =>
		fieldsOf(operation).map((field) => ({
			...field,
			displayOptions: {
				...field.displayOptions,
				// First, as n8n looks no further once it meets a parameter that is an expression.
				show: { ...show, operation: [operation.option.value], ...field.displayOptions?.show },
			},
		}));

/** The end of every panel, which many operations have in common. */
const LAST_FIELDS = ['includeOtherFields', 'includeBinary', 'options'];

/** The fields of all operations, those of the end once for all operations in which they are the same. */
function panelFields(fields: INodeProperties[]): INodeProperties[] {
	return [
		...fields.filter(({ name }) => !LAST_FIELDS.includes(name)),
		...LAST_FIELDS.flatMap((last) => {
			const alike = fields.filter(({ name }) => name === last);
			return mergedBy('resource', mergedBy('operation', alike));
		}),
	];
}

/** Fields that are plain data and differ in this condition alone, as one field that is shown for all its values. */
function mergedBy(key: 'operation' | 'resource', fields: INodeProperties[]): INodeProperties[] {
	const fieldByContent = new Map<string, INodeProperties>();
	for (const field of fields) {
		const content = JSON.stringify(withShown(key, field, []));
		const earlier = fieldByContent.get(content)?.displayOptions?.show?.[key] ?? [];
		const values = [...earlier, ...(field.displayOptions?.show?.[key] ?? [])];
		fieldByContent.set(content, withShown(key, field, values));
	}
	return [...fieldByContent.values()];
}

function withShown(
	key: 'operation' | 'resource',
	field: INodeProperties,
	values: DisplayConditions[string],
): INodeProperties {
	const { displayOptions } = field;
	if (displayOptions?.show?.[key] === undefined) return field;
	return {
		...field,
		displayOptions: { ...displayOptions, show: { ...displayOptions.show, [key]: values } },
	};
}
