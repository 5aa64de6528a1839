import type { Operation } from '../../../../lib/run/operation';
import { priceOfMusic } from '../../../../lib/cost/price';
import { options } from '../../../common/fields/options';
import { readQueued } from '../../../common/jobAnswers';
import { audioJobFields, audioJobOptions } from '../../fields/audioJob';
import { AUDIO_JOB_CHECKS, AUDIO_JOB_COMPOSE } from '../../audioJob';

export const queue = {
	option: {
		name: 'Queue',
		value: 'queue',
		action: 'Queue an audio job',
		description: 'Start a song, sound or long narration, charged now. Retrieve fetches the result.',
		routing: { request: { method: 'POST', url: '/audio/queue' } },
	},
	bucket: 'audio',
	price: priceOfMusic,
	prepare: AUDIO_JOB_COMPOSE,
	beforeSend: AUDIO_JOB_CHECKS,
	read: readQueued,
	fields: [...audioJobFields(), options(audioJobOptions())],
} satisfies Operation;
