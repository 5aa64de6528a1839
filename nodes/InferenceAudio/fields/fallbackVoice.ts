import type { INodeProperties } from 'n8n-workflow';

/** The voice of a fallback model. */
export function fallbackVoice(): INodeProperties {
	return {
		displayName: 'Voice',
		name: 'voice',
		type: 'string',
		default: '',
		placeholder: 'e.g. alba',
		description:
			'Voice of this model. Leave empty to use the chosen voice if the model has it, otherwise the model default.',
	};
}
