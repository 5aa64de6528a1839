import type { Operation } from '../../../../lib/run/operation';
import { priceOfTranscription } from '../../../../lib/cost/operationPrices';
import { toBody } from '../../../../lib/fields/routing';
import { recordingInput } from '../../../common/fields/inputFileFields';
import { modelField } from '../../../common/fields/picker';
import { optionsField } from '../../../common/fields/optionGroup';
import {
	longRecordingFields,
	transcriptOptions,
	transcriptOutputFields,
} from '../../fields/recordingFields';
import {
	addModelWithTimes,
	requestTimestamps,
} from '../../../../lib/speech/transcription/recordingSettings';
import {
	recordingBodies,
	remakeTranscript,
	transcribeRecording,
} from '../../../../lib/speech/transcription/transcribe';

export const transcribeRecordingOperation = {
	option: {
		name: 'Transcribe',
		value: 'transcribe',
		action: 'Transcribe a recording',
		description: 'Turn speech in an audio file of any length into text or subtitles',
		routing: { request: { method: 'POST', url: '/audio/transcriptions', encoding: 'stream' } },
	},
	answerType: 'text/plain',
	bucket: 'audio',
	price: priceOfTranscription,
	reusesIdentical: true,
	paidBodies: recordingBodies,
	file: recordingInput(),
	prepare: [requestTimestamps],
	beforeSend: [addModelWithTimes],
	make: transcribeRecording,
	remake: remakeTranscript,
	fields: [
		modelField({
			search: 'searchTranscriptionModels',
			description:
				'Model to use. If empty, the default of the service, and for timestamps or subtitles the cheapest other model.',
		}),
		...transcriptOutputFields(),
		optionsField([
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
			...longRecordingFields(),
			...transcriptOptions(),
			{
				displayName: 'Timestamps',
				name: 'timestamps',
				type: 'boolean',
				default: false,
				description:
					'Whether to return the times of each segment, for models that support timestamps',
				routing: toBody('timestamps'),
			},
		]),
	],
} satisfies Operation;
