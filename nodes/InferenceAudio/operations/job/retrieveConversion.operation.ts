import type { Operation } from '../../../../lib/run/operation';
import { retrieveFields, checkWait } from '../../../common/fields/jobFields';
import { retrieveJob } from '../../../common/jobOperation';
import { CONVERSION_JOB_KIND } from '../../convertVoice';

export const retrieveConversion = {
	option: {
		name: 'Retrieve Conversion',
		value: 'retrieveConversion',
		action: 'Retrieve a voice conversion',
		description: 'Get the audio of a conversion that did not finish in time, or its status',
		routing: {
			request: { method: 'POST', url: '/audio/voice-changer/retrieve', encoding: 'stream' },
		},
	},
	bucket: 'audio',
	free: true,
	prepare: [checkWait(CONVERSION_JOB_KIND.usualSeconds)],
	make: retrieveJob(CONVERSION_JOB_KIND),
	fields: retrieveFields('searchVoiceChangerJobs', 'audio.mp3', CONVERSION_JOB_KIND.usualSeconds, {
		from: 'Convert',
	}),
} satisfies Operation;
