import type { Operation } from '../../../../lib/run/operation';
import { downloadUrlField, jobFields } from '../../../common/fields/jobFields';
import { optionsField } from '../../../common/fields/optionGroup';
import { deleteJobMedia } from '../../../common/jobOperation';
import { NOT_FOR_AGENTS } from '../../../common/refusals';

export const deleteVideoMedia = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete the media of a video',
		description:
			'Delete the video of a finished job from the service. The output field deleted is false while the job is running.',
		displayOptions: NOT_FOR_AGENTS,
		routing: { request: { method: 'POST', url: '/video/complete' } },
	},
	free: true,
	make: deleteJobMedia,
	fields: [
		...jobFields('searchVideoJobModels'),
		optionsField([
			{
				...downloadUrlField(),
				description:
					'Download link from the output of Queue, for models that have one. Only needed where the input item lacks it. Only an address that an earlier output has for this job is deleted.',
			},
		]),
	],
} satisfies Operation;
