import 'reflect-metadata';
import { ExecuteContext } from 'n8n-core';
import { createEmptyRunExecutionData, type INodeExecutionData } from 'n8n-workflow';
import { additionalDataFor } from './additionalData';
import { useBinaryMode } from './binaryStore';
import { asLoaded, asTool } from './nodeType';
import type { RunNodeOptions } from './runNode';
import { workflowWith } from './workflow';

/** Runs a tool as n8n Agents do: outside of any execution, so that n8n has no data, no identifier and no file place of one. */
export async function runForN8nAgent(
	options: Pick<
		RunNodeOptions,
		'node' | 'parameters' | 'items' | 'credentials' | 'credentialTypes'
	>,
): Promise<INodeExecutionData[]> {
	await useBinaryMode('filesystem');
	const nodeType = asTool(asLoaded(options.node));
	const { workflow, node } = workflowWith(nodeType, options);
	const items = options.items ?? [{ json: {} }];
	const context = new ExecuteContext(
		workflow,
		node,
		{ ...additionalDataFor(options), executionId: undefined },
		'internal',
		createEmptyRunExecutionData(),
		0,
		items,
		{ main: [items] },
		{ node, data: { main: [items] }, source: null },
		[],
	);
	const outputs = await nodeType.execute?.call(context);
	return Array.isArray(outputs) ? (outputs[0] ?? []) : [];
}
