import type { INodeProperties } from 'n8n-workflow';

export function maxCharactersField(): INodeProperties {
	return {
		displayName: 'Max Characters',
		name: 'maxCharacters',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 20000,
		description:
			'After how many characters the text is cut, so that a huge one does not fill the context of a model. The output says whether it was cut.',
	};
}
