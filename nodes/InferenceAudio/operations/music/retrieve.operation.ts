import type { Operation } from '../../../../lib/description/operation';
import { downloadUrl, jobFields } from '../../../common/fields/job';
import {
	deleteAfterDownload,
	waitForCompletion,
	waitOptions,
} from '../../../common/fields/jobWait';
import { options } from '../../../common/fields/options';
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
		options([
			deleteAfterDownload(),
			downloadUrl(),
			fileName('song.mp3'),
			...waitOptions(AUDIO_JOB.usualSeconds),
		]),
	],
} satisfies Operation;
