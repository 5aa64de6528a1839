import type {
	IExecutePaginationFunctions,
	IExecuteSingleFunctions,
	IGetNodeParameterOptions,
	IContextObject,
	INode,
} from 'n8n-workflow';

import { isRecord } from './record';

/**
 * The context of an item without what n8n's routing adds to it. n8n derives an object from each context, each with a shape of its own,
 * so that V8 caches no property that is read from one; copies of contexts have one shape. It reads a fixed parameter as it is, and
 * calls `onRead` with each value that it has read.
 */
export function itemContext(
	n8nContext: IExecutePaginationFunctions,
	onRead?: OnRead,
): IExecuteSingleFunctions {
	const isDerived = Object.hasOwn(n8nContext, 'makeRoutingRequest');
	const original = isDerived
		? (Object.getPrototypeOf(n8nContext) as IExecuteSingleFunctions)
		: n8nContext;
	const context = shallowCopyOf<IExecuteSingleFunctions>(original);
	const read = parameterReaderOf(original, onRead);
	context.getNodeParameter = read as IExecuteSingleFunctions['getNodeParameter'];
	return context;
}

export function shallowCopyOf<T extends object>(original: T): T {
	return Object.assign(Object.create(Object.getPrototypeOf(original) as object) as T, original);
}

/** How a parameter is read: its name, what it is where it is not set, and how n8n evaluates it. */
export type ReadArguments = [name: string, fallback?: unknown, options?: IGetNodeParameterOptions];

type ReadParameter = (...how: ReadArguments) => unknown;

type OnRead = (how: ReadArguments, value: unknown) => void;

/** What is no expression is the same for all items, by the node of n8n's workflow, which each execution has of its own. */
const fixedParameters = new WeakMap<object, FixedValues>();

type FixedValues = Map<string, { value: unknown; fallback: unknown }>;

function fixedOf(context: { node?: object }): FixedValues {
	const { node = context } = context;
	const known = fixedParameters.get(node);
	if (known !== undefined) return known;
	const fixed: FixedValues = new Map();
	fixedParameters.set(node, fixed);
	return fixed;
}

/**
 * Reads parameters as n8n does, without what takes most of its time: n8n prepares all that an expression may name even where there is none,
 * and looks for a `validateType`, which no parameter of this package has.
 */
function parameterReaderOf(context: IExecuteSingleFunctions, onRead?: OnRead): ReadParameter {
	const readOfN8n = context.getNodeParameter.bind(context) as ReadParameter;
	const fixed = fixedOf(context as { node?: object });
	const readAnew = (...[name, fallback, options]: ReadArguments) => {
		if (options !== undefined) return readOfN8n(name, fallback, options);
		const value = readOfN8n(name, fallback, { rawExpressions: true });
		if (hasNoExpression(value)) {
			fixed.set(name, { value, fallback });
			return value;
		}
		if (hasNoEntries(value)) return Array.isArray(value) ? [] : {};
		return readOfN8n(name, fallback, { skipValidation: true });
	};
	return (...how) => {
		const [name, fallback, options] = how;
		const known = options === undefined ? fixed.get(name) : undefined;
		const isKnown = known !== undefined && known.fallback === fallback;
		const value = isKnown ? known.value : readAnew(...how);
		onRead?.(how, value);
		return value;
	};
}

/** What each parameter of a node is for the item of the context, sorted by name. */
export function parameterValues(
	context: IExecuteSingleFunctions,
	{ parameters }: Pick<INode, 'parameters'>,
): Array<[name: string, value: unknown]> {
	const names = Object.keys(parameters).sort();
	return names.map((name) => [name, context.getNodeParameter(name)]);
}

function hasNoExpression(value: unknown): boolean {
	return typeof value === 'string' ? !value.startsWith('=') : Object(value) !== value;
}

function hasNoEntries(value: unknown): boolean {
	return Object.keys(value as object).length === 0;
}

/**
 * What n8n keeps with the execution for one node, or for all its nodes (`flow`). Undefined where there is no execution, as for n8n
 * Agents, and in the contexts that have no such memory.
 */
export function executionMemory(
	context: object,
	scope: 'node' | 'flow',
): IContextObject | undefined {
	const { getContext } = context as { getContext?: (of: string) => IContextObject | undefined };
	try {
		return getContext?.call(context, scope) ?? undefined;
	} catch {
		return undefined;
	}
}

/** What n8n keeps with an execution for its list: ten short texts, also those of an execution that was stopped. */
export interface CustomData {
	get(key: string): string;
	set(key: string, value: string): void;
}

/** n8n complains of longer texts. */
export const MAX_CUSTOM_DATA_LENGTH = 255;

/** n8n 2.x passes it to every node of an execution, and throws where there is none (n8n Agents). */
export function customDataOf(context: object): CustomData | undefined {
	try {
		const data = (
			'customData' in context ? context.customData : customDataOfExpressions(context)
		) as Partial<CustomData> | undefined;
		const isKept = typeof data?.get === 'function' && typeof data.set === 'function';
		return isKept ? (data as CustomData) : undefined;
	} catch {
		return undefined;
	}
}

/** n8n 1.x offers it to expressions only, as `$execution.customData`. */
function customDataOfExpressions(context: object): unknown {
	if (!('getWorkflowDataProxy' in context)) return undefined;
	const { getWorkflowDataProxy: proxyOf } = context;
	const proxy: unknown = typeof proxyOf === 'function' ? proxyOf.call(context, 0) : undefined;
	const execution = isRecord(proxy) ? proxy.$execution : undefined;
	return isRecord(execution) ? execution.customData : undefined;
}

/** Whether the execution answers a chat or webhook while it runs, and so shows its errors there too. */
export function isStreamingExecution(context: object): boolean {
	const { isStreaming } = context as { isStreaming?: () => boolean };
	return typeof isStreaming === 'function' && isStreaming.call(context);
}

/** Whether a node runs as a tool of an agent: n8n then adds an ending to its type and passes it no files. */
export function isToolRun({ type }: Pick<INode, 'type'>): boolean {
	return type.endsWith('Tool');
}

/** Whether a tool runs for n8n Agents, which run it outside of any execution and hand the model all that its items hold. */
export function isForN8nAgents(context: Pick<IExecuteSingleFunctions, 'getMode'>): boolean {
	return context.getMode() === 'internal';
}

/** Which run of its node in an execution this is, from 0. */
export function runIndexOf(
	context: Pick<IExecuteSingleFunctions, 'evaluateExpression' | 'getItemIndex'>,
): number {
	return Number(context.evaluateExpression('{{ $runIndex }}', context.getItemIndex())) || 0;
}
