import type { Operation } from '../../../../lib/operation/operation';
import { unknownPrice } from '../../../../lib/pricing/price';
import { toBody } from '../../../../lib/fields/routing';
import { options } from '../../../common/fields/options';
import { readText } from '../../../../lib/output/readText';
import { checkAddress } from '../../checkAddress';

export const transcribe = {
	option: {
		name: 'Transcribe',
		value: 'transcribe',
		action: 'Transcribe an online video',
		description: 'Transcribe a public video',
		routing: { request: { method: 'POST', url: '/video/transcriptions', encoding: 'stream' } },
	},
	reads: 'text/plain',
	price: unknownPrice,
	reusesIdentical: true,
	prepare: [checkAddress],
	read: readText,
	fields: [
		{
			displayName: 'URL',
			name: 'url',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://example.com/watch?v=1',
			description: 'Public URL of the video',
			routing: toBody('url'),
		},
		options([
			{
				displayName: 'Response Format',
				name: 'responseFormat',
				type: 'options',
				default: 'json',
				options: [
					{ name: 'JSON', value: 'json', description: 'Transcript and language' },
					{ name: 'Text', value: 'text', description: 'Only the text' },
				],
				routing: toBody('response_format'),
			},
		]),
	],
} satisfies Operation;
