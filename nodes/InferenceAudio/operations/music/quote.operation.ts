import { toBody } from '../../../../lib/fields/routing';
import { addDefaultModel, checkModelChoice } from '../../../../lib/models/chooseModel';
import type { Operation } from '../../../../lib/run/operation';
import { model } from '../../../common/fields/model';
import { options } from '../../../common/fields/options';
import { readQuote } from '../../../common/jobAnswers';
import { SOUND_MAKERS } from '../../audioJob';
import { duration } from '../../fields/audioJob';

export const quote = {
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
	beforeSend: [addDefaultModel('music', () => SOUND_MAKERS)],
	fields: [
		model({
			search: 'searchMusicModels',
			description: 'Model to quote. Leave empty to use the service default.',
		}),
		options([
			{
				displayName: 'Text Length (Characters)',
				name: 'textLength',
				type: 'number',
				typeOptions: { minValue: 1, numberPrecision: 0 },
				default: 1000,
				description: 'Length of the text, for models with a price per character',
				routing: toBody('character_count'),
			},
			duration(),
		]),
	],
} satisfies Operation;
