import type { INodeProperties } from 'n8n-workflow';

/** Where the file that an operation gives is put. */
export function outputField(): INodeProperties {
	return {
		displayName: 'Put Output File in Field',
		name: 'outputBinaryField',
		type: 'string',
		required: true,
		default: 'data',
		hint: 'The name of the output binary field to put the file in',
	};
}

/** What the file is called. */
export function fileName(example: string): INodeProperties {
	return {
		displayName: 'File Name',
		name: 'fileName',
		type: 'string',
		default: '',
		placeholder: `e.g. ${example}`,
		description:
			'Name of the file. The extension is added when it is missing, after what the service really sent.',
	};
}
