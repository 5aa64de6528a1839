import type { INodeProperties } from 'n8n-workflow';

/** The Options collection of an operation; its fields are listed by their labels. */
export function options(fields: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [...fields].sort((a, b) => a.displayName.localeCompare(b.displayName)),
	};
}
