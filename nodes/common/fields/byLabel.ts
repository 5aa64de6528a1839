import type { INodeProperties } from 'n8n-workflow';

/** Fields in the order of their labels, as n8n lists options. */
export function byLabel(fields: INodeProperties[]): INodeProperties[] {
	return [...fields].sort((a, b) => a.displayName.localeCompare(b.displayName));
}
