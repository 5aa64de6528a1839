import { toBody } from '../../../../lib/fields/routing';
import { addDefaultModel, checkModelChoice } from '../../../../lib/models/chooseModel';
import type { Operation } from '../../../../lib/run/operation';
import { modelField } from '../../../common/fields/picker';
import { optionsField } from '../../../common/fields/optionGroup';
import { readQuote } from '../../../common/jobAnswers';
import { SOUND_MODEL_CHOICE } from '../../audioJobKind';
import { durationField } from '../../fields/audioJobFields';

export const quoteAudio = {
	option: {
		name: 'Quote',
		value: 'quote',
		action: 'Quote the price of an audio job',
		description: 'Get the price of a song, sound or long narration in USD',
		routing: { request: { method: 'POST', url: '/audio/quote' } },
	},
	free: true,
	read: readQuote,
	prepare: [checkModelChoice()],
	beforeSend: [addDefaultModel('music', () => SOUND_MODEL_CHOICE)],
	fields: [
		modelField({
			search: 'searchMusicModels',
			description: 'Model to quote. Leave empty to use the service default.',
		}),
		optionsField([
			{
				displayName: 'Text Length (Characters)',
				name: 'textLength',
				type: 'number',
				typeOptions: { minValue: 1, numberPrecision: 0 },
				default: 1000,
				description: 'Length of the text, for models with a price per character',
				routing: toBody('character_count'),
			},
			durationField(),
		]),
	],
} satisfies Operation;
