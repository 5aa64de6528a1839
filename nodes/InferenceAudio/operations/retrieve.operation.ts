import type { Operation } from '../../../lib/description/operation';
import { deleteOnCompletion, downloadUrl, jobFields } from '../../common/fields/job';
import { fileName, outputField } from '../../common/fields/outputFile';
import { retrieveJob } from '../../common/jobOperation';

export const retrieve = {
	option: {
		name: 'Retrieve',
		value: 'retrieve',
		action: 'Retrieve an audio job',
		description: 'Fetch the audio of a queued job, or its status while it is being made',
		routing: { request: { method: 'POST', url: '/audio/retrieve', encoding: 'stream' } },
	},
	free: true,
	walk: retrieveJob('audio'),
	fields: [
		...jobFields('searchMusicModels'),
		outputField(),
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [deleteOnCompletion(), downloadUrl(), fileName('song.mp3')],
		},
	],
} satisfies Operation;
