import type { Operation } from '../../../../lib/run/operation';
import { priceOfMusic } from '../../../../lib/cost/operationPrices';
import { optionsField } from '../../../common/fields/optionGroup';
import { readQueued } from '../../../common/jobAnswers';
import { audioJobFields, audioJobOptions } from '../../fields/audioJobFields';
import { AUDIO_JOB_BEFORE_SEND, AUDIO_JOB_PREPARE } from '../../audioJobKind';

export const queueAudio = {
	option: {
		name: 'Queue',
		value: 'queue',
		action: 'Queue an audio job',
		description: 'Start a song, sound or long narration, charged now. Job > Retrieve fetches it.',
		routing: { request: { method: 'POST', url: '/audio/queue', encoding: 'arraybuffer' } },
	},
	bucket: 'audio',
	price: priceOfMusic,
	prepare: AUDIO_JOB_PREPARE,
	beforeSend: AUDIO_JOB_BEFORE_SEND,
	read: readQueued('audio'),
	fields: [...audioJobFields(), optionsField(audioJobOptions())],
} satisfies Operation;
