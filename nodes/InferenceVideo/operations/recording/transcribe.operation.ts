import { toBody } from '../../../../lib/fields/routing';
import type { Operation } from '../../../../lib/run/operation';
import { readText } from '../../../../lib/speech/transcription/readText';
import { unknownPrice } from '../../../../lib/cost/operationPrices';
import { checkUrl } from '../../../common/checkUrl';

export const transcribeVideo = {
	option: {
		name: 'Transcribe',
		value: 'transcribe',
		action: 'Transcribe an online video',
		description: 'Transcribe a public video',
		routing: { request: { method: 'POST', url: '/video/transcriptions', encoding: 'stream' } },
	},
	answerType: 'text/plain',
	price: unknownPrice,
	reusesIdentical: true,
	prepare: [checkUrl],
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
		{
			displayName: 'Output As',
			name: 'outputAs',
			type: 'options',
			default: 'json',
			description: 'Form of the transcript',
			options: [
				{ name: 'Text Only', value: 'text', description: 'The transcript and nothing else' },
				{ name: 'Text With Details', value: 'json', description: 'Text with its language' },
			],
			routing: toBody('response_format'),
		},
	],
} satisfies Operation;
