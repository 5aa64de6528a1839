import type { INode } from 'n8n-workflow';

/** Whether a node runs as a tool of an agent: n8n then adds an ending to its type and passes it no files. */
export function isToolRun({ type }: Pick<INode, 'type'>): boolean {
	return type.endsWith('Tool');
}
