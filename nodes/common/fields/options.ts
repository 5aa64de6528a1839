import type { INodeProperties } from 'n8n-workflow';

/** The Options collection of an operation: its fields by their labels, then groups of what few people set. */
export function options(
	fields: INodeProperties[],
	groups: INodeProperties[] = [],
): INodeProperties {
	const byLabel = [...fields].sort((a, b) => (a.displayName < b.displayName ? -1 : 1));
	return optionGroup('Options', 'options', [...byLabel, ...groups]);
}

/** A collection of optional settings on one subject, in the order of the list; what is not added is not sent. Its name is the last step of its path. */
export function optionGroup(
	displayName: string,
	path: string,
	fields: INodeProperties[],
): INodeProperties {
	return {
		displayName,
		name: path.slice(path.lastIndexOf('.') + 1),
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: fields,
	};
}
