import type { Operation } from '../../../../lib/run/operation';
import { retrieveFields, checkWait } from '../../../common/fields/jobFields';
import { retrieveJob } from '../../../common/jobOperation';
import { AUDIO_JOB_KIND } from '../../audioJobKind';

export const retrieveAudio = {
	option: {
		name: 'Retrieve',
		value: 'retrieve',
		action: 'Retrieve an audio job',
		description: 'Get the audio of a queued job, or its status while it is running',
		routing: { request: { method: 'POST', url: '/audio/retrieve', encoding: 'stream' } },
	},
	bucket: 'audio',
	free: true,
	prepare: [checkWait(AUDIO_JOB_KIND.usualSeconds)],
	make: retrieveJob(AUDIO_JOB_KIND),
	fields: retrieveFields('searchMusicJobModels', 'audio.mp3', AUDIO_JOB_KIND.usualSeconds),
} satisfies Operation;
