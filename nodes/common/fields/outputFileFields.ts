import type { INodeProperties } from 'n8n-workflow';

import { appliedAfter } from '../../../lib/fields/rules';

/** What an AI builder needs to know of a file that comes out. */
export const OUTPUT_FIELD_HINT =
	'The file is in this binary field of the output, not in its JSON. Give the next nodes its name.';

export function outputFileField(): INodeProperties {
	return appliedAfter({
		displayName: 'Put Output File in Field',
		name: 'outputBinaryField',
		type: 'string',
		required: true,
		default: 'data',
		hint: 'The name of the output binary field to put the file in',
		builderHint: { propertyHint: OUTPUT_FIELD_HINT },
	});
}

export function fileNameField(example: string): INodeProperties {
	return appliedAfter({
		displayName: 'File Name',
		name: 'fileName',
		type: 'string',
		default: '',
		placeholder: `e.g. ${example}`,
		description:
			'Name of the file. A missing extension is added to match the content. Without a name, each item has its own.',
	});
}
