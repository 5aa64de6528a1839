import type { Operation } from '../../../../lib/run/operation';
import { priceOfMusic } from '../../../../lib/cost/operationPrices';
import { checkWait, jobFileOptions } from '../../../common/fields/jobFields';
import { optionsField } from '../../../common/fields/optionGroup';
import { outputFileField } from '../../../common/fields/outputFileFields';
import { generateJob } from '../../../common/jobOperation';
import { AUDIO_JOB_KIND, AUDIO_JOB_BEFORE_SEND, AUDIO_JOB_PREPARE } from '../../audioJobKind';
import { audioJobFields, audioJobOptions } from '../../fields/audioJobFields';

export const generateAudio = {
	option: {
		name: 'Generate',
		value: 'generate',
		action: 'Generate music, sound or narration',
		description: 'Generate a song, sound or long narration and wait for the file',
		routing: { request: { method: 'POST', url: '/audio/queue' } },
	},
	bucket: 'audio',
	price: priceOfMusic,
	prepare: [...AUDIO_JOB_PREPARE, checkWait(AUDIO_JOB_KIND.usualSeconds)],
	beforeSend: AUDIO_JOB_BEFORE_SEND,
	make: generateJob(AUDIO_JOB_KIND),
	fields: [
		...audioJobFields(),
		outputFileField(),
		optionsField([
			...audioJobOptions(),
			...jobFileOptions('song.mp3', AUDIO_JOB_KIND.usualSeconds),
		]),
	],
} satisfies Operation;
