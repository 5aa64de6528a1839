import 'reflect-metadata';
import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import { version } from 'n8n-core/package.json';
import type {
	ExecutionError,
	ExecutionStatus,
	IExecuteContextData,
	IExecuteData,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	IRunData,
	NodeExecutionHint,
	StructuredChunk,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { createRunExecutionData, NodeConnectionTypes } from 'n8n-workflow';
import { additionalDataFor, type EngineSetting } from './additionalData';
import { useBinaryMode, type BinaryMode } from './binaryStore';
import { collectLogs } from './logs';
import { asLoaded, asTool } from './nodeType';
import { START, workflowWith } from './workflow';

export { binaryBuffer } from './binaryStore';

/** The n8n-core that these tests run against. */
export const engineVersion: string = version;

export interface RunNodeOptions extends EngineSetting {
	node: INodeType;
	parameters?: INodeParameters;
	items?: INodeExecutionData[];
	continueOnFail?: 'continueRegularOutput' | 'continueErrorOutput';
	/** Tries with a wait of a millisecond: n8n reads 0 as a second. */
	retryOnFail?: { maxTries: number };
	/** Runs the node as an agent calls it; the JSON of the one item is what the model filled in. */
	asTool?: boolean;
	/** The execution is stopped once this has come about. */
	abortOn?: Promise<unknown>;
	binaryMode?: BinaryMode;
	mode?: WorkflowExecuteMode;
	/** Runs it for a chat that reads the answer while it is written, and gets its chunks. */
	chat?: (chunk: StructuredChunk) => void;
	/** What n8n kept with an earlier execution, as its Retry button hands it on. */
	keptData?: IExecuteContextData;
}

export interface RunNodeResult {
	outputs: INodeExecutionData[][];
	error?: ExecutionError;
	status: ExecutionStatus;
	hints: NodeExecutionHint[];
	logs: string[];
	runData: IRunData;
	/** The custom data of the execution. */
	customData: Record<string, string>;
	/** What the nodes left with the execution, as it is stored. */
	keptData: IExecuteContextData;
}

const nodeSettings = ({ continueOnFail, retryOnFail, asTool }: RunNodeOptions): Partial<INode> => ({
	...(continueOnFail && { onError: continueOnFail }),
	...(retryOnFail && { retryOnFail: true, waitBetweenTries: 1, ...retryOnFail }),
	...(asTool && { rewireOutputLogTo: NodeConnectionTypes.AiTool }),
});

function executionFor(options: RunNodeOptions, start: INode, node: INode) {
	const items = options.items ?? [{ json: {} }];
	if (!options.asTool) {
		const first: IExecuteData = { node: start, data: { main: [items] }, source: null };
		const contextData = structuredClone(options.keptData ?? {});
		return createRunExecutionData({
			executionData: { contextData, nodeExecutionStack: [first] },
		});
	}
	// The agent itself is left out: this is the state in which it hands over to the tool.
	const source = [{ previousNode: START }];
	return createRunExecutionData({
		executionData: {
			nodeExecutionStack: [
				{ node, data: { main: [items] }, source: { main: source }, runIndex: 0 },
			],
		},
		resultData: {
			runData: {
				[node.name]: [
					{
						inputOverride: { [NodeConnectionTypes.AiTool]: [items] },
						source,
						executionIndex: 0,
						executionTime: 0,
						startTime: 0,
					},
				],
			},
		},
	});
}

/** Runs Start and the node under test through n8n-core, as a manual execution of a user does. */
export async function runNode(options: RunNodeOptions): Promise<RunNodeResult> {
	await useBinaryMode(options.binaryMode ?? 'memory');
	const logs = collectLogs();
	const loaded = asLoaded(options.node);
	const nodeType = options.asTool ? asTool(loaded) : loaded;
	const { workflow, node } = workflowWith(nodeType, {
		...options,
		settings: nodeSettings(options),
	});
	const start = workflow.getNode(START);
	if (!start) throw new Error('The workflow lost its Start node');

	const mode = options.mode ?? 'manual';
	const additionalData = additionalDataFor(options);
	additionalData.hooks = new ExecutionLifecycleHooks(mode, additionalData.executionId ?? '', {
		id: workflow.id,
		name: workflow.name ?? '',
		active: false,
		activeVersionId: null,
		isArchived: false,
		createdAt: new Date(0),
		updatedAt: new Date(0),
		nodes: Object.values(workflow.nodes),
		connections: workflow.connectionsBySourceNode,
	});

	if (options.chat) {
		additionalData.streamingEnabled = true;
		additionalData.hooks.addHandler('sendChunk', options.chat);
	}

	const execution = executionFor(options, start, node);
	const running = new WorkflowExecute(additionalData, mode, execution).processRunExecutionData(
		workflow,
	);
	void options.abortOn?.then(() => running.cancel());
	const run = await running;

	const { runData, error, metadata = {} } = run.data.resultData;
	const task = runData[node.name]?.at(-1);
	const produced = task?.data?.[options.asTool ? NodeConnectionTypes.AiTool : 'main'] ?? [];
	return {
		outputs: produced.map((items) => items ?? []),
		...(error && { error }),
		status: run.status,
		hints: task?.hints ?? [],
		logs,
		runData,
		customData: metadata,
		keptData: JSON.parse(JSON.stringify(run.data.executionData?.contextData ?? {})),
	};
}
