import type { Operation } from '../../../../lib/run/operation';
import { jobFields } from '../../../common/fields/jobFields';
import { deleteJobMedia } from '../../../common/jobOperation';

export const deleteVideoMedia = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete the media of a video',
		description:
			'Delete the video of a finished job from the service. The output field deleted is false while the job is running.',
		routing: { request: { method: 'POST', url: '/video/complete' } },
	},
	free: true,
	sendAll: deleteJobMedia,
	fields: jobFields('searchVideoJobModels'),
} satisfies Operation;
