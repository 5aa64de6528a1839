import type { Operation } from '../../../../lib/description/operation';
import { jobFields } from '../../../common/fields/job';
import { callAboutJob } from '../../../common/jobOperation';

export const deleteMedia = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete the media of an audio job',
		description:
			'Remove the audio of a finished job from the service; "success" tells whether it is done',
		routing: { request: { method: 'POST', url: '/audio/complete' } },
	},
	free: true,
	walk: callAboutJob,
	fields: jobFields('searchMusicModels'),
} satisfies Operation;
