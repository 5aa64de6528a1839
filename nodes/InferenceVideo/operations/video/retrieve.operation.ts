import type { Operation } from '../../../../lib/run/operation';
import { retrieveFields, checkWait } from '../../../common/fields/jobFields';
import { retrieveJob } from '../../../common/jobOperation';
import { VIDEO_JOB_KIND } from '../../videoJobKind';

export const retrieveVideo = {
	option: {
		name: 'Retrieve',
		value: 'retrieve',
		action: 'Retrieve a video',
		description: 'Get the video of a queued job, or its status while it is running',
		routing: { request: { method: 'POST', url: '/video/retrieve', encoding: 'stream' } },
	},
	free: true,
	prepare: [checkWait(VIDEO_JOB_KIND.usualSeconds)],
	make: retrieveJob(VIDEO_JOB_KIND),
	fields: retrieveFields('searchVideoJobModels', 'clip.mp4', VIDEO_JOB_KIND.usualSeconds),
} satisfies Operation;
