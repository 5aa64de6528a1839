import { calls, flow, model, models } from '../flow.mjs';

const job = { model, queueId: "={{ $('Queue').first().json.queue_id }}" };

/** Workflows that make and change pictures and sounds. */
export const mediaFlows = [
	flow('Image: tools', [
		models('image'),
		...calls('inferenceImage', [
			[
				'Draw',
				'generate',
				{ model, prompt: 'A pear', options: { format: 'png', variants: 2 } },
				'Models',
			],
			['Edit', 'edit', { prompt: 'Make it blue' }, 'Draw'],
			['Upscale', 'upscale', { scale: 2 }, 'Draw'],
			['Cut Out', 'removeBackground', {}, 'Draw'],
			['Styles', 'getAllStyles', { returnAll: false, limit: 3 }],
		]),
	]),
	flow('Audio: voice and song', [
		...calls('inferenceAudio', [
			[
				'Speak',
				'generateSpeech',
				{
					text: 'This recording is long enough to clone the voice that speaks it.',
					options: { responseFormat: 'wav' },
				},
			],
			['Clone', 'cloneVoice', {}, 'Speak'],
		]),
		models('music'),
		...calls('inferenceAudio', [
			['Quote', 'quote', { model }, 'Models'],
			['Queue', 'queue', { model, prompt: 'Calm piano over distant rain' }, 'Quote'],
		]),
		{
			name: 'Wait',
			type: 'n8n-nodes-base.wait',
			after: 'Queue',
			parameters: { resume: 'timeInterval', amount: 3, unit: 'seconds' },
		},
		...calls('inferenceAudio', [
			['Retrieve', 'retrieve', job, 'Wait'],
			['Delete', 'deleteMedia', job, 'Retrieve'],
		]),
	]),
	flow(
		'Video: transcript',
		calls('inferenceVideo', [
			['Transcript', 'transcribe', { url: 'https://example.com/watch?v=1' }],
		]),
	),
];
