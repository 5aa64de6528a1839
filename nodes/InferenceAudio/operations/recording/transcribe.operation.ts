import type { Operation } from '../../../../lib/run/operation';
import { priceOfTranscription } from '../../../../lib/cost/price';
import { toBody } from '../../../../lib/fields/routing';
import { uploadedRecording } from '../../../common/fields/inputFile';
import { model } from '../../../common/fields/model';
import { options } from '../../../common/fields/options';
import { longRecording, transcriptOptions, transcriptOutput } from '../../fields/recording';
import { askForTimes } from '../../../../lib/speech/transcription/settings';
import {
	recordingBodies,
	transcribeRecording,
} from '../../../../lib/speech/transcription/transcribe';

export const transcribe = {
	option: {
		name: 'Transcribe',
		value: 'transcribe',
		action: 'Transcribe a recording',
		description: 'Turn speech in an audio file of any length into text or subtitles',
		routing: { request: { method: 'POST', url: '/audio/transcriptions', encoding: 'stream' } },
	},
	reads: 'text/plain',
	bucket: 'audio',
	price: priceOfTranscription,
	reusesIdentical: true,
	paidBodies: recordingBodies,
	file: uploadedRecording(),
	prepare: [askForTimes],
	sendAll: transcribeRecording,
	fields: [
		model({
			search: 'searchTranscriptionModels',
			description: 'Model to use. Leave empty to use the service default.',
		}),
		...transcriptOutput(),
		options([
			{
				displayName: 'Language',
				name: 'language',
				type: 'string',
				typeOptions: { minLength: 2 },
				default: '',
				placeholder: 'e.g. en',
				description: 'Two-letter code of the spoken language. Some models ignore it.',
				routing: toBody('language'),
			},
			...longRecording(),
			...transcriptOptions(),
			{
				displayName: 'Timestamps',
				name: 'timestamps',
				type: 'boolean',
				default: false,
				description:
					'Whether to return the times of each segment. The default model of the service ignores this.',
				routing: toBody('timestamps'),
			},
		]),
	],
} satisfies Operation;
