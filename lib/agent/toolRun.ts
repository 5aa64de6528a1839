import type { IExecuteSingleFunctions, INode } from 'n8n-workflow';

/** Whether a node runs as a tool of an agent: n8n then adds an ending to its type and passes it no files. */
export function isToolRun({ type }: Pick<INode, 'type'>): boolean {
	return type.endsWith('Tool');
}

/** Whether a tool runs for n8n Agents, which run it outside of any execution and hand the model all that its items hold. */
export function isForN8nAgents(context: Pick<IExecuteSingleFunctions, 'getMode'>): boolean {
	return context.getMode() === 'internal';
}
