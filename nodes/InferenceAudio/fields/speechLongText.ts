import type { INodeProperties } from 'n8n-workflow';

import { CHARACTER_LIMIT, PART_LIMIT } from '../../../lib/speech/text';

/** How long a text may be that is spoken. */
export function maxTextLength(): INodeProperties {
	return {
		displayName: 'Max Text Length (Characters)',
		name: 'maxTextLength',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: CHARACTER_LIMIT,
		description:
			'Maximum length of a text. A longer one is refused before anything is sent, so a mistake costs nothing.',
	};
}

/** What becomes of a text that is longer than the service takes at once. */
export function longText(): INodeProperties {
	// Without ICU, which takes longer to load than everything else of the node.
	const part = String(PART_LIMIT).replace(/\B(?=(\d{3})+$)/, ',');
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
