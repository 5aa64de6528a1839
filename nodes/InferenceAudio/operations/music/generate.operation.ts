import type { Operation } from '../../../../lib/run/operation';
import { priceOfMusic } from '../../../../lib/cost/operationPrices';
import {
	deleteAfterDownloadField,
	maxFileSizeField,
	waitFields,
} from '../../../common/fields/jobWait';
import { optionsField } from '../../../common/fields/optionGroup';
import { fileNameField, outputFileField } from '../../../common/fields/outputFileFields';
import { generateJob } from '../../../common/jobOperation';
import { checkWait } from '../../../common/waitSettings';
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
			deleteAfterDownloadField(),
			fileNameField('song.mp3'),
			maxFileSizeField(),
			...waitFields(AUDIO_JOB_KIND.usualSeconds),
		]),
	],
} satisfies Operation;
