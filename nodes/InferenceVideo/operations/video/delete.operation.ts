import type { Operation } from '../../../../lib/description/operation';
import { jobFields } from '../../../common/fields/job';
import { callAboutJob } from '../../../common/jobOperation';

export const deleteMedia = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete the media of a video',
		description:
			'Remove the video of a finished job from the service; "success" tells whether it is done',
		routing: { request: { method: 'POST', url: '/video/complete' } },
	},
	free: true,
	walk: callAboutJob,
	fields: jobFields('searchVideoModels'),
} satisfies Operation;
