import type { Operation } from '../../../../lib/run/operation';
import { priceOfMusic } from '../../../../lib/cost/price';
import { deleteAfterDownload, waitOptions } from '../../../common/fields/jobWait';
import { options } from '../../../common/fields/options';
import { fileName, outputField } from '../../../common/fields/outputFile';
import { generateJob } from '../../../common/jobOperation';
import { checkWait } from '../../../common/waitSettings';
import { AUDIO_JOB, AUDIO_JOB_CHECKS, AUDIO_JOB_COMPOSE } from '../../audioJob';
import { audioJobFields, audioJobOptions } from '../../fields/audioJob';

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
	prepare: [...AUDIO_JOB_COMPOSE, checkWait(AUDIO_JOB.usualSeconds)],
	beforeSend: AUDIO_JOB_CHECKS,
	sendAll: generateJob(AUDIO_JOB),
	fields: [
		...audioJobFields(),
		outputField(),
		options([
			...audioJobOptions(),
			deleteAfterDownload(),
			fileName('song.mp3'),
			...waitOptions(AUDIO_JOB.usualSeconds),
		]),
	],
} satisfies Operation;
