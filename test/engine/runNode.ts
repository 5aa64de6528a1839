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
	IRun,
	IRunData,
	IWorkflowSettings,
	NodeConnectionType,
	NodeExecutionHint,
	RelatedExecution,
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
	/** Tries with a wait of a millisecond if none is given: n8n reads 0 as a second. */
	retryOnFail?: { maxTries: number; waitBetweenTries?: number };
	/** Runs the node as an agent calls it; the JSON of the one item is what the model filled in. */
	asTool?: boolean;
	/** The execution is stopped once this has come about. */
	abortOn?: Promise<unknown>;
	binaryMode?: BinaryMode;
	/** What the user chose in the settings of the workflow. */
	workflowSettings?: IWorkflowSettings;
	mode?: WorkflowExecuteMode;
	/** Runs it for a chat that reads the answer while it is written, and gets its chunks. */
	chat?: (chunk: StructuredChunk) => void;
	/** The execution that started this one as a sub-workflow, as n8n names it. */
	parentExecution?: RelatedExecution;
	/** How many runs of the node the execution has had, as in a loop. */
	earlierRuns?: number;
	/** What n8n kept with an earlier execution, as its Retry button hands it on. */
	keptData?: IExecuteContextData;
	/** What the nodes keep with the execution that the calls of a tool are parts of. */
	contextData?: IExecuteContextData;
}

/** What one run of a node left behind. */
export class RunNodeResult {
	readonly outputs: INodeExecutionData[][];
	readonly error: ExecutionError | undefined;
	readonly status: ExecutionStatus;
	readonly hints: NodeExecutionHint[];
	readonly runData: IRunData;
	/** The custom data of the execution, also what comes to it after its end. */
	readonly customData: Record<string, string>;
	/** What the nodes left with the execution, as it is stored. */
	readonly keptData: IExecuteContextData;

	constructor(
		{ data, status }: IRun,
		{ name, output }: { name: string; output: NodeConnectionType },
		readonly logs: string[],
	) {
		const { runData, error } = data.resultData;
		const task = runData[name]?.at(-1);
		this.outputs = (task?.data?.[output] ?? []).map((items) => items ?? []);
		this.error = error;
		this.status = status;
		this.hints = task?.hints ?? [];
		this.runData = runData;
		this.customData = data.resultData.metadata ??= {};
		this.keptData = JSON.parse(JSON.stringify(data.executionData?.contextData ?? {}));
	}

	/** The items of the first output. Only a run that succeeded has them: a failed one throws its error. */
	get items(): INodeExecutionData[] {
		if (this.error) throw this.error;
		return this.outputs[0] ?? [];
	}

	/** The first of the items. */
	get item(): INodeExecutionData {
		const [item] = this.items;
		if (!item) throw new Error('The node returned no item');
		return item;
	}
}

const nodeSettings = ({ continueOnFail, retryOnFail, asTool }: RunNodeOptions): Partial<INode> => ({
	...(continueOnFail && { onError: continueOnFail }),
	...(retryOnFail && { retryOnFail: true, waitBetweenTries: 1, ...retryOnFail }),
	...(asTool && { rewireOutputLogTo: NodeConnectionTypes.AiTool }),
});

function executionFor(options: RunNodeOptions, start: INode, node: INode) {
	const items = options.items ?? [{ json: {} }];
	const contextData = structuredClone(options.keptData ?? {});
	if (!options.asTool) {
		const first: IExecuteData = { node: start, data: { main: [items] }, source: null };
		const earlier = { executionIndex: 0, executionTime: 0, startTime: 0, source: [] };
		return createRunExecutionData({
			...(options.parentExecution && { parentExecution: options.parentExecution }),
			executionData: { contextData, nodeExecutionStack: [first] },
			...(options.earlierRuns && {
				resultData: { runData: { [node.name]: Array(options.earlierRuns).fill(earlier) } },
			}),
		});
	}
	// The agent itself is left out: this is the state in which it hands over to the tool.
	const source = [{ previousNode: START }];
	return createRunExecutionData({
		executionData: {
			contextData: options.contextData ?? contextData,
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

	const output = options.asTool ? NodeConnectionTypes.AiTool : NodeConnectionTypes.Main;
	return new RunNodeResult(run, { name: node.name, output }, logs);
}
