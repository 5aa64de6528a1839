import type { Operation } from '../../../../lib/run/operation';
import { jobFields } from '../../../common/fields/jobFields';
import { deleteJobMedia } from '../../../common/jobOperation';
import { NOT_FOR_AGENTS } from '../../../common/refusals';

export const deleteAudioMedia = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete the media of an audio job',
		description:
			'Delete the audio of a finished job from the service. The output field deleted is false while the job is running.',
		displayOptions: NOT_FOR_AGENTS,
		routing: { request: { method: 'POST', url: '/audio/complete' } },
	},
	free: true,
	make: deleteJobMedia,
	fields: jobFields('searchMusicJobModels'),
} satisfies Operation;
