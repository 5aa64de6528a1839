import type { Operation } from '../../../../lib/run/operation';
import { priceOfVideo } from '../../../../lib/cost/operationPrices';
import { checkWait, jobFileOptions } from '../../../common/fields/jobFields';
import { optionsField } from '../../../common/fields/optionGroup';
import { outputFileField } from '../../../common/fields/outputFileFields';
import { generateJob } from '../../../common/jobOperation';
import { videoJobFields, videoJobOptions } from '../../fields/videoJobFields';
import { VIDEO_JOB_KIND, VIDEO_JOB_BEFORE_SEND, VIDEO_JOB_PREPARE } from '../../videoJobKind';
import { createVideoQuoteRequest } from '../../videoQuote';

export const generateVideo = {
	option: {
		name: 'Generate',
		value: 'generate',
		action: 'Generate a video',
		description: 'Generate a video and wait for the file',
		routing: { request: { method: 'POST', url: '/video/queue' } },
	},
	price: priceOfVideo,
	quoted: createVideoQuoteRequest,
	prepare: [...VIDEO_JOB_PREPARE, checkWait(VIDEO_JOB_KIND.usualSeconds)],
	beforeSend: VIDEO_JOB_BEFORE_SEND,
	make: generateJob(VIDEO_JOB_KIND),
	fields: [
		...videoJobFields(),
		outputFileField(),
		optionsField([
			...videoJobOptions(),
			...jobFileOptions('clip.mp4', VIDEO_JOB_KIND.usualSeconds),
		]),
	],
} satisfies Operation;
