import type { Operation } from '../../../../lib/description/operation';
import { downloadUrl, jobFields } from '../../../common/fields/job';
import {
	deleteAfterDownload,
	waitForCompletion,
	waitOptions,
} from '../../../common/fields/jobWait';
import { options } from '../../../common/fields/options';
import { fileName, outputField } from '../../../common/fields/outputFile';
import { retrieveJob } from '../../../common/jobOperation';
import { checkWait } from '../../../common/waitSettings';
import { VIDEO_JOB } from '../../videoJob';

export const retrieve = {
	option: {
		name: 'Retrieve',
		value: 'retrieve',
		action: 'Retrieve a video',
		description: 'Fetch the video of a queued job, or its status while it is being made',
		routing: { request: { method: 'POST', url: '/video/retrieve', encoding: 'stream' } },
	},
	free: true,
	prepare: [checkWait(VIDEO_JOB.usualSeconds)],
	sendAll: retrieveJob(VIDEO_JOB),
	fields: [
		...jobFields('searchVideoJobModels'),
		waitForCompletion(),
		outputField(),
		options([
			deleteAfterDownload(),
			downloadUrl(),
			fileName('clip.mp4'),
			...waitOptions(VIDEO_JOB.usualSeconds),
		]),
	],
} satisfies Operation;
