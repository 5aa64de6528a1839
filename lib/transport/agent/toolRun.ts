import type { INode } from 'n8n-workflow';

/** Whether a node runs as a tool of an agent: n8n gives its type an ending then, and hands it no files. */
export function isToolRun({ type }: Pick<INode, 'type'>): boolean {
	return type.endsWith('Tool');
}
