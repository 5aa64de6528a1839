import type { INodeProperties } from 'n8n-workflow';

/** The file of the item that is sent. */
export function inputField(what: string): INodeProperties {
	return {
		displayName: 'Input Binary Field',
		name: 'binaryPropertyName',
		type: 'string',
		required: true,
		default: 'data',
		hint: `The name of the input binary field containing the ${what}`,
	};
}
