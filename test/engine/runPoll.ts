import 'reflect-metadata';
import { PollContext } from 'n8n-core';
import {
	ManualExecutionCancelledError,
	SystemShutdownExecutionCancelledError,
	TimeoutExecutionCancelledError,
	type IDataObject,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type IPollFunctions,
	type IRun,
} from 'n8n-workflow';
import { additionalDataFor, type EngineSetting } from './additionalData';
import { useBinaryMode } from './binaryStore';
import { collectLogs } from './logs';
import { asLoaded } from './nodeType';
import { workflowWith } from './workflow';

/** How an execution ends: by its status, or stopped before, which n8n rejects. */
export type Ending = IRun['status'] | 'not created' | 'timed out' | 'shut down';

export interface RunPollOptions extends EngineSetting {
	node: INodeType;
	parameters?: INodeParameters;
	staticData?: IDataObject;
	mode?: 'trigger' | 'manual';
	activation?: 'init' | 'create' | 'update' | 'activate' | 'manual';
	/** Stops the clock there; timers go on. */
	now?: Date | number | string;
	/** Told before and after each request of the node, with the static data as it is then; what it throws meets the node as a failed request. */
	onRequest?(phase: 'before' | 'after', staticData: IDataObject): void;
	/** Told how the execution that a poll starts on its own will have ended; without it, n8n says nothing of it. */
	onEmit?(end: (status: Ending) => void): void;
	/** Milliseconds that n8n says one poll may take. */
	budgetMs?: number;
}

export interface RunPollResult {
	items: INodeExecutionData[] | null;
	staticData: IDataObject;
	logs: string[];
	/** Of executions that the poll reports as failed beside its items. */
	errors: Error[];
}

const timers = [
	'hrtime',
	'nextTick',
	'performance',
	'queueMicrotask',
	'setImmediate',
	'clearImmediate',
	'setInterval',
	'clearInterval',
	'setTimeout',
	'clearTimeout',
] as const;

/** One poll, as n8n's scheduler calls it. An error of the node is thrown, as n8n's scheduler gets it. */
export async function runPoll(options: RunPollOptions): Promise<RunPollResult> {
	await useBinaryMode('memory');
	const logs = collectLogs();
	const nodeType = asLoaded(options.node);
	const { workflow, node } = workflowWith(nodeType, options);
	if (!nodeType.poll) throw new Error(`${node.name} has no poll()`);

	const mode = options.mode ?? 'trigger';
	const activation = options.activation ?? (mode === 'manual' ? 'manual' : 'activate');
	let emitted: INodeExecutionData[] | undefined;
	const emit: IPollFunctions['__emit'] = ([items], _response, done) => {
		emitted = items;
		options.onEmit?.((status) => {
			const error = stopped(status);
			if (error) done?.reject(error);
			else done?.resolve({ status } as IRun);
		});
	};
	const additional = additionalDataFor(options);
	const errors: Error[] = [];
	const emitError = (error: Error) => void errors.push(error);
	const context = new PollContext(workflow, node, additional, mode, activation, emit, emitError);
	if (options.onRequest)
		watch(context, options.onRequest, () => plain(workflow.getStaticData('node', node)));
	if (options.budgetMs !== undefined)
		Object.assign(context, { getPollBudgetMs: () => options.budgetMs });
	if (options.now !== undefined) {
		jest.useFakeTimers({ now: new Date(options.now), doNotFake: [...timers] });
	}
	try {
		const outputs = await nodeType.poll.call(context);
		return {
			items: outputs?.[0] ?? emitted ?? null,
			staticData: plain(workflow.getStaticData('node', node)),
			logs,
			errors,
		};
	} finally {
		if (options.now !== undefined) jest.useRealTimers();
	}
}

function watch(
	context: PollContext,
	onRequest: NonNullable<RunPollOptions['onRequest']>,
	staticData: () => IDataObject,
) {
	const { helpers } = context;
	const send = helpers.httpRequestWithAuthentication;
	helpers.httpRequestWithAuthentication = async function (...request) {
		onRequest('before', staticData());
		const answer: unknown = await send.apply(this, request);
		onRequest('after', staticData());
		return answer;
	};
}

function plain(data: IDataObject): IDataObject {
	return JSON.parse(JSON.stringify(data));
}

/** What n8n 2.41.1 rejects with where an execution is not created, or is stopped by a person, its time limit or a shutdown. */
function stopped(ending: Ending): Error | undefined {
	switch (ending) {
		case 'canceled':
			return new ManualExecutionCancelledError('1');
		case 'timed out':
			return new TimeoutExecutionCancelledError('1');
		case 'shut down':
			return new SystemShutdownExecutionCancelledError('1');
		default:
			return ending === 'not created' ? new Error('The execution was not created') : undefined;
	}
}
