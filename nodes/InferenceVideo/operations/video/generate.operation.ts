import type { Operation } from '../../../../lib/description/operation';
import { priceOfVideo } from '../../../../lib/pricing/price';
import { byLabel } from '../../../common/fields/byLabel';
import { deleteAfterDownload, waitOptions } from '../../../common/fields/jobWait';
import { fileName, outputField } from '../../../common/fields/outputFile';
import { generateJob } from '../../../common/jobOperation';
import { checkWait } from '../../../common/waitSettings';
import { videoJobFields, videoJobOptions } from '../../fields/videoJob';
import { VIDEO_JOB, VIDEO_JOB_ATTACH, VIDEO_JOB_COMPOSE } from '../../videoJob';

export const generate = {
	option: {
		name: 'Generate',
		value: 'generate',
		action: 'Generate a video',
		description: 'Make a video, and wait until the file is there',
		routing: { request: { method: 'POST', url: '/video/queue' } },
	},
	price: priceOfVideo,
	prepare: [...VIDEO_JOB_COMPOSE, checkWait(VIDEO_JOB.usualSeconds)],
	beforeSend: VIDEO_JOB_ATTACH,
	sendAll: generateJob(VIDEO_JOB),
	fields: [
		...videoJobFields(),
		outputField(),
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: byLabel([
				...videoJobOptions(),
				deleteAfterDownload(),
				fileName('clip.mp4'),
				...waitOptions(VIDEO_JOB.usualSeconds),
			]),
		},
	],
} satisfies Operation;
