import type { INodeProperties } from 'n8n-workflow';

import { toBody } from '../../../lib/fields/routing';
import { DEFAULT_MAX_CHARACTERS, MAX_PART_CHARACTERS } from '../../../lib/speech/speechText';

export function languageField(): INodeProperties {
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

export function stylePromptField(): INodeProperties {
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

export function maxTextLengthField(): INodeProperties {
	return {
		displayName: 'Max Text Length (Characters)',
		name: 'maxTextLength',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: DEFAULT_MAX_CHARACTERS,
		description:
			'Maximum length of a text. A longer one is refused before anything is sent, so a mistake costs nothing.',
	};
}

export function longTextField(): INodeProperties {
	// Without ICU, which takes longer to load than everything else of the node.
	const part = String(MAX_PART_CHARACTERS).replace(/\B(?=(\d{3})+$)/, ',');
	return {
		displayName: 'Long Text',
		name: 'longText',
		type: 'options',
		default: 'join',
		description: `How to handle a text of more than ${part} characters, the maximum per request. Splitting does not change the price, which is per character.`,
		options: [
			{
				name: 'One File per Part',
				value: 'parts',
				description: 'Split at sentence ends. Each part becomes an item with a file.',
			},
			{
				name: 'Refuse',
				value: 'refuse',
				description: 'Throw an error before anything is sent',
			},
			{
				name: 'Split and Join',
				value: 'join',
				description:
					'Split at sentence ends and join the audio into one file, without re-encoding it. Parts that differ stay one item with a file per part.',
			},
		],
	};
}

export function fallbackVoiceField(): INodeProperties {
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
