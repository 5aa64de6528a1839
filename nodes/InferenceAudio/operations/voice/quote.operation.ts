import type { Operation } from '../../../../lib/run/operation';
import { toBody } from '../../../../lib/fields/routing';
import { addDefaultModel, checkModelChoice } from '../../../../lib/models/chooseModel';
import { modelField } from '../../../common/fields/picker';
import { readQuote } from '../../../common/jobAnswers';
import { VOICE_CHANGER_CHOICE } from '../../convertVoice';

export const quoteConversion = {
	option: {
		name: 'Quote',
		value: 'quote',
		action: 'Quote the price of a voice conversion',
		description: 'Get the price of converting a recording of a given length in USD',
		routing: { request: { method: 'POST', url: '/audio/voice-changer/quote' } },
	},
	free: true,
	read: readQuote,
	prepare: [checkModelChoice()],
	beforeSend: [addDefaultModel('music', () => VOICE_CHANGER_CHOICE)],
	fields: [
		modelField({
			search: 'searchVoiceChangers',
			description: 'Model to quote. Leave empty to use the service default.',
		}),
		{
			displayName: 'Recording Length (Seconds)',
			name: 'recordingSeconds',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			required: true,
			default: 60,
			description: 'Length of the recording to convert',
			routing: toBody('duration_seconds'),
		},
	],
} satisfies Operation;
