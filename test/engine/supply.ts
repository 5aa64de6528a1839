import 'reflect-metadata';
import { SupplyDataContext } from 'n8n-core';
import {
	createRunExecutionData,
	NodeConnectionTypes,
	type IExecuteContextData,
	type INodeParameters,
	type INodeType,
	type IRunData,
	type ITaskMetadata,
} from 'n8n-workflow';
import { additionalDataFor, type EngineSetting } from './additionalData';
import { collectLogs } from './logs';
import { asLoaded } from './nodeType';
import { START, workflowWith } from './workflow';

export interface SupplyOptions extends EngineSetting {
	node: INodeType;
	parameters?: INodeParameters;
	signal?: AbortSignal;
	/** The run data of an earlier round of the same execution. */
	runData?: IRunData;
	/** What the nodes keep with the execution that it is a part of, as when n8n makes a sub-node for each item. */
	contextData?: IExecuteContextData;
}

export interface Supplied<T> {
	response: T;
	/** What n8n shows of the sub-node. */
	runData: IRunData;
	metadata(): ITaskMetadata[];
	logs: string[];
	/** The custom data of the execution. */
	customData(): Record<string, string>;
}

/** What the sub-node hands to the node above it, as n8n-core asks for it. */
export async function supply<T>(options: SupplyOptions): Promise<Supplied<T>> {
	const logs = collectLogs();
	const { workflow, node } = workflowWith(asLoaded(options.node), options);
	const start = workflow.getNode(START);
	if (!start) throw new Error('The workflow lost its Start node');
	const items = [{ json: {} }];
	const executeData = { node: start, data: { main: [items] }, source: null };
	const execution = createRunExecutionData({
		executionData: {
			contextData: options.contextData ?? {},
			nodeExecutionStack: [executeData],
		},
		resultData: { runData: options.runData ?? {} },
	});
	const [output] = options.node.description.outputs;
	const context = new SupplyDataContext(
		workflow,
		node,
		additionalDataFor(options),
		'manual',
		execution,
		0,
		items,
		{ main: [items] },
		output === NodeConnectionTypes.AiEmbedding
			? NodeConnectionTypes.AiEmbedding
			: NodeConnectionTypes.AiLanguageModel,
		executeData,
		[],
		options.signal,
		start,
	);
	const metadata: ITaskMetadata[] = [];
	const { setMetadata } = context;
	context.setMetadata = (given) => {
		metadata.push(structuredClone(given));
		setMetadata.call(context, given);
	};
	const supplied = await options.node.supplyData?.call(context, 0);
	return {
		response: supplied?.response as T,
		runData: execution.resultData.runData,
		metadata: () => metadata,
		logs,
		customData: () => execution.resultData.metadata ?? {},
	};
}
