import type { INodeProperties } from 'n8n-workflow';

import { toBody } from '../../../lib/fields/routing';

/** What language is spoken. */
export function language(): INodeProperties {
	return {
		displayName: 'Language',
		name: 'language',
		type: 'string',
		typeOptions: { minLength: 2, maxLength: 32 },
		default: '',
		placeholder: 'e.g. en or English',
		description:
			"Language of the text in the model's own format: a code or a name. Leave empty to let the model detect it.",
		routing: toBody('language'),
	};
}

/** How it is spoken. */
export function stylePrompt(): INodeProperties {
	return {
		displayName: 'Style Prompt',
		name: 'stylePrompt',
		type: 'string',
		typeOptions: { maxLength: 500 },
		default: '',
		placeholder: 'e.g. Cheerful, a little out of breath',
		description: 'Description of how the voice sounds, for models that support it',
		routing: toBody('prompt'),
	};
}
