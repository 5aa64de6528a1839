import type {
	IExecutePaginationFunctions,
	IExecuteSingleFunctions,
	IContextObject,
	INode,
} from 'n8n-workflow';

import { z } from 'zod';

import { isRecord, type Json } from './record';

/**
 * What an item was given: the fields of its operation that are shown, by the names of the panel, as they are checked before anything is
 * sent. What an expression leaves empty is null.
 */
export type Parameters = Json & { options: Json };

/** The context of an item, with what it was given. */
export interface ItemContext extends IExecuteSingleFunctions {
	parameters: Parameters;
}

/** The value of a parameter by its path; undefined where it is not shown, or not set. */
export function parameterAt(parameters: Parameters, path: string): unknown {
	return path
		.split('.')
		.reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), parameters);
}

/** The ID or other value that was chosen from a list or entered; empty where there is none. */
export function chosenIn(parameter: unknown): string {
	return isRecord(parameter) ? String(parameter.value ?? '').trim() : '';
}

/** The rows of one kind in a parameter that has rows; none where it is not set. */
export function rowsIn<Row>(parameter: unknown, kind: string): Row[] {
	const rows = isRecord(parameter) ? parameter[kind] : undefined;
	return Array.isArray(rows) ? (rows as Row[]) : [];
}

/**
 * The context of an item without what n8n's routing adds to it, before its parameters are read. n8n derives an object from each context, each
 * with a shape of its own, so that V8 caches no property that is read from one; copies of contexts have one shape.
 */
export function itemContext(n8nContext: IExecutePaginationFunctions): ItemContext {
	const isDerived = Object.hasOwn(n8nContext, 'makeRoutingRequest');
	const original = isDerived
		? (Object.getPrototypeOf(n8nContext) as IExecuteSingleFunctions)
		: n8nContext;
	return Object.assign(shallowCopyOf(original), { parameters: { options: {} } });
}

export function shallowCopyOf<T extends object>(original: T): T {
	return Object.assign(Object.create(Object.getPrototypeOf(original) as object) as T, original);
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

const EXECUTION_WITH_PARENT = z.object({
	runExecutionData: z.object({
		parentExecution: z.object({
			executionId: z.string(),
			executionContext: z.object({ parentExecutionId: z.string().optional() }).optional(),
		}),
	}),
});

/** The executions that started the one of a context, as a sub-workflow, the nearest first: n8n names two of them. */
export function parentExecutionIds(context: object): string[] {
	const { data } = EXECUTION_WITH_PARENT.safeParse(context);
	if (data === undefined) return [];
	const { executionId, executionContext } = data.runExecutionData.parentExecution;
	const { parentExecutionId: grandparent } = executionContext ?? {};
	return [executionId, ...(grandparent === undefined ? [] : [grandparent])];
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
