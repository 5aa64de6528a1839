import type { Operation } from '../../../../lib/run/operation';
import { jobFields } from '../../../common/fields/jobFields';
import { deleteJobMedia } from '../../../common/jobOperation';
import { NOT_FOR_AGENTS } from '../../../common/refusals';

export const deleteConversion = {
	option: {
		name: 'Delete Conversion',
		value: 'deleteConversion',
		action: 'Delete the media of a voice conversion',
		description:
			'Delete the audio of a finished conversion from the service. The output field deleted is false while the job is running.',
		displayOptions: NOT_FOR_AGENTS,
		routing: { request: { method: 'POST', url: '/audio/voice-changer/complete' } },
	},
	free: true,
	make: deleteJobMedia,
	fields: jobFields('searchVoiceChangerJobs', 'Convert'),
} satisfies Operation;
