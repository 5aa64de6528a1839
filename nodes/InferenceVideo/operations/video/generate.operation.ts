import type { Operation } from '../../../../lib/run/operation';
import { priceOfVideo } from '../../../../lib/cost/price';
import { deleteAfterDownload, waitOptions } from '../../../common/fields/jobWait';
import { options } from '../../../common/fields/options';
import { fileName, outputField } from '../../../common/fields/outputFile';
import { generateJob } from '../../../common/jobOperation';
import { checkWait } from '../../../common/waitSettings';
import { enhancement } from '../../fields/enhancement';
import { videoJobFields, videoJobOptions } from '../../fields/videoJob';
import { VIDEO_JOB, VIDEO_JOB_ATTACH, VIDEO_JOB_COMPOSE } from '../../videoJob';
import { quoteOfVideo } from '../../videoQuote';

export const generate = {
	option: {
		name: 'Generate',
		value: 'generate',
		action: 'Generate a video',
		description: 'Generate a video and wait for the file',
		routing: { request: { method: 'POST', url: '/video/queue' } },
	},
	price: priceOfVideo,
	quoted: quoteOfVideo,
	prepare: [...VIDEO_JOB_COMPOSE, checkWait(VIDEO_JOB.usualSeconds)],
	beforeSend: VIDEO_JOB_ATTACH,
	sendAll: generateJob(VIDEO_JOB),
	fields: [
		...videoJobFields(),
		outputField(),
		options(
			[
				...videoJobOptions(),
				deleteAfterDownload(),
				fileName('clip.mp4'),
				...waitOptions(VIDEO_JOB.usualSeconds),
			],
			[enhancement()],
		),
	],
} satisfies Operation;
