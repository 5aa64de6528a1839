import type { Operation } from '../../../../lib/run/operation';
import { retrieveFields } from '../../../common/fields/retrieve';
import { retrieveJob } from '../../../common/jobOperation';
import { checkWait } from '../../../common/waitSettings';
import { CONVERSION } from '../../convertVoice';

export const retrieveConversion = {
	option: {
		name: 'Retrieve',
		value: 'retrieve',
		action: 'Retrieve a voice conversion',
		description: 'Get the audio of a conversion that was not done in time, or its status',
		routing: {
			request: { method: 'POST', url: '/audio/voice-changer/retrieve', encoding: 'stream' },
		},
	},
	bucket: 'audio',
	free: true,
	prepare: [checkWait(CONVERSION.usualSeconds)],
	sendAll: retrieveJob(CONVERSION),
	fields: retrieveFields('searchVoiceChangerJobs', 'voice.mp3', CONVERSION.usualSeconds, {
		from: 'Convert',
	}),
} satisfies Operation;
