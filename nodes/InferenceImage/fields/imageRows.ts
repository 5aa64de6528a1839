import type { INodeProperties } from 'n8n-workflow';

import { inputImage } from '../../common/fields/inputFile';

/** Several pictures in order; the first is the base. */
export function imageRows(): INodeProperties {
	return {
		displayName: 'Images',
		name: 'images',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		default: { image: [{ fileSource: 'binary', inputBinaryField: '' }] },
		placeholder: 'Add Image',
		description: 'The first is the base, the others are layers or masks',
		options: [{ displayName: 'Image', name: 'image', values: rowValues() }],
	};
}

function rowValues(): INodeProperties[] {
	return inputImage('e.g. https://example.com/mask.png', {
		otherSources: [
			{
				name: 'All Binary Fields',
				value: 'all',
				description: 'Every image of the input item, in the order of the item',
			},
		],
	});
}
