import type { INodeProperties } from 'n8n-workflow';

import { toQuery } from '../../../lib/fields/routing';

export function modelTypeField(): INodeProperties {
	return {
		displayName: 'Type',
		name: 'type',
		type: 'options',
		typeOptions: { open: true },
		default: 'all',
		description: 'Type of models to list',
		options: [
			{ name: 'All', value: 'all' },
			{ name: 'Code', value: 'code', description: 'Text models that are good at code' },
			{ name: 'Decision', value: 'decision', description: 'Answers with probabilities' },
			{ name: 'Embedding', value: 'embedding' },
			{ name: 'Image', value: 'image', description: 'Image generation' },
			{ name: 'Image Editing', value: 'inpaint' },
			{ name: 'Music and Sound', value: 'music' },
			{ name: 'Speech', value: 'tts', description: 'Text to speech' },
			{ name: 'Text', value: 'text', description: 'Chat' },
			{ name: 'Transcription', value: 'asr' },
			{ name: 'Upscaling', value: 'upscale' },
			{ name: 'Video', value: 'video' },
		],
		routing: toQuery('type'),
	};
}

/** The kinds of models that have traits and well-known names; unlike the list, these know neither all nor code nor decision. */
export function modelTypeFieldWithDefaults(): INodeProperties {
	const { options = [], ...field } = modelTypeField();
	const kinds = options.filter(
		(kind) => 'value' in kind && !['all', 'code', 'decision'].includes(`${kind.value}`),
	);
	return {
		...field,
		typeOptions: {},
		default: 'text',
		options: kinds,
		description: 'Type of models to list',
	};
}
