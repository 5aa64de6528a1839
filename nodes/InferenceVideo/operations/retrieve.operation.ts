import type { Operation } from '../../../lib/description/operation';
import { deleteOnCompletion, downloadUrl, jobFields } from '../../common/fields/job';
import { fileName, outputField } from '../../common/fields/outputFile';
import { retrieveJob } from '../../common/jobOperation';

export const retrieve = {
	option: {
		name: 'Retrieve',
		value: 'retrieve',
		action: 'Retrieve a video',
		description: 'Fetch the video of a queued job, or its status while it is being made',
		routing: { request: { method: 'POST', url: '/video/retrieve', encoding: 'stream' } },
	},
	free: true,
	walk: retrieveJob('video'),
	fields: [
		...jobFields('searchVideoModels'),
		outputField(),
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [deleteOnCompletion(), downloadUrl(), fileName('clip.mp4')],
		},
	],
} satisfies Operation;
