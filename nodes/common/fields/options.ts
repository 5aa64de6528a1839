import type { INodeProperties } from 'n8n-workflow';

/** The Options collection of an operation; its fields are listed by their labels. */
export function options(fields: INodeProperties[]): INodeProperties {
	const byLabel = [...fields].sort((a, b) => (a.displayName < b.displayName ? -1 : 1));
	return optionGroup('Options', 'options', byLabel);
}

/** A collection of optional settings on one subject, in the order of the list; what is not added is not sent. */
export function optionGroup(
	displayName: string,
	name: string,
	fields: INodeProperties[],
): INodeProperties {
	return {
		displayName,
		name,
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: fields,
	};
}
