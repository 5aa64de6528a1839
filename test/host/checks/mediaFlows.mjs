import { calls, flow, model, models } from '../flow.mjs';

const job = { model, queueId: "={{ $('Queue').first().json.queueId }}" };

const converted = {
	model: { mode: 'id', value: "={{ $('Convert').first().json.model }}" },
	queueId: "={{ $('Convert').first().json.queueId }}",
};

/** The first of several variants. */
const first = { inputBinaryField: 'data' };

/** Workflows that make and change pictures and sounds. */
export const mediaFlows = [
	flow('Image: tools', [
		models('image'),
		...calls('inferenceImage', [
			[
				'Draw',
				'image:generate',
				{ model, prompt: 'A pear', options: { outputFormat: 'png', variants: 2 } },
				'Models',
			],
			['Edit', 'image:edit', { ...first, prompt: 'Make it blue' }, 'Draw'],
			['Upscale', 'image:upscale', { ...first, upscaleFactor: 2 }, 'Draw'],
			['Cut Out', 'image:removeBackground', first, 'Draw'],
			['Styles', 'style:getAll', { returnAll: false, limit: 3 }],
		]),
	]),
	flow('Audio: voice and song', [
		...calls('inferenceAudio', [
			[
				'Speak',
				'speech:generate',
				{
					text: 'This recording is long enough to clone the voice that speaks it.',
					options: { outputFormat: 'wav' },
				},
			],
			[
				'Dub',
				'speech:generateFromSubtitles',
				{ subtitles: '1\n00:00:01,000 --> 00:00:03,000\nGood morning\n' },
			],
			['Clone', 'voice:clone', {}, 'Speak'],
			['Convert', 'voice:convert', {}, 'Speak'],
			['Quote Voice', 'voice:quote', { recordingSeconds: 60 }],
			['Retrieve Voice', 'job:retrieveConversion', converted, 'Convert'],
			['Delete Voice', 'job:deleteConversion', converted, 'Retrieve Voice'],
		]),
		models('music'),
		...calls('inferenceAudio', [
			['Quote', 'music:quote', { model }, 'Models'],
			['Queue', 'music:queue', { model, prompt: 'Calm piano over distant rain' }, 'Quote'],
		]),
		{
			name: 'Wait',
			type: 'n8n-nodes-base.wait',
			after: 'Queue',
			parameters: { resume: 'timeInterval', amount: 3, unit: 'seconds' },
		},
		...calls('inferenceAudio', [
			['Retrieve', 'job:retrieve', job, 'Wait'],
			['Delete', 'job:delete', job, 'Retrieve'],
		]),
	]),
	flow(
		'Video: transcript',
		calls('inferenceVideo', [
			['Transcript', 'recording:transcribe', { url: 'https://example.com/watch?v=1' }],
		]),
	),
];
