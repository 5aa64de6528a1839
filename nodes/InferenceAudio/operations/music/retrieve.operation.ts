import type { Operation } from '../../../../lib/description/operation';
import { byLabel } from '../../../common/fields/byLabel';
import { downloadUrl, jobFields } from '../../../common/fields/job';
import {
	deleteAfterDownload,
	waitForCompletion,
	waitOptions,
} from '../../../common/fields/jobWait';
import { fileName, outputField } from '../../../common/fields/outputFile';
import { retrieveJob } from '../../../common/jobOperation';
import { checkWait } from '../../../common/waitSettings';
import { AUDIO_JOB } from '../../audioJob';

export const retrieve = {
	option: {
		name: 'Retrieve',
		value: 'retrieve',
		action: 'Retrieve an audio job',
		description: 'Fetch the audio of a queued job, or its status while it is being made',
		routing: { request: { method: 'POST', url: '/audio/retrieve', encoding: 'stream' } },
	},
	bucket: 'audio',
	free: true,
	prepare: [checkWait(AUDIO_JOB.usualSeconds)],
	sendAll: retrieveJob(AUDIO_JOB),
	fields: [
		...jobFields('searchMusicJobModels'),
		waitForCompletion(),
		outputField(),
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: byLabel([
				deleteAfterDownload(),
				downloadUrl(),
				fileName('song.mp3'),
				...waitOptions(AUDIO_JOB.usualSeconds),
			]),
		},
	],
} satisfies Operation;
