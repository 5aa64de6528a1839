import type { INodeParameters } from 'n8n-workflow';
import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { letJobsGoOn } from '../../nodes/jobTime';
import type { ServiceUnderTest } from '../../nodes/withService';
import type { FullRun, FullRuns } from '../fullRun';
import { files, itemWith, listed, typed } from '../given';

const node = new InferenceAudio();
const job = { model: typed('music-basic'), prompt: 'Calm piano over distant rain' };
const recording = itemWith({ data: files.voice });

async function finishedJob(world: ServiceUnderTest): Promise<INodeParameters> {
	const { outputs } = await world.run({
		node,
		parameters: { ...job, resource: 'music', operation: 'queue' },
	});
	world.service.advance(60_000);
	return { queueId: String(outputs[0]?.[0]?.json.queueId) };
}

const conversion = { resource: 'voice', operation: 'convert' };

async function finishedConversion(world: ServiceUnderTest): Promise<INodeParameters> {
	const options = { maxWaitForCompletion: 1, onTimeout: 'item' };
	const parameters = { ...conversion, model: typed('timbre-basic'), options };
	const { outputs } = await world.run({ node, items: recording, parameters });
	world.service.advance(60_000);
	return { queueId: String(outputs[0]?.[0]?.json.queueId) };
}

/** Jobs that together use every parameter of a song, a sound and a narration. */
const queued: FullRun[] = [
	{
		resource: 'music',
		operation: 'queue',
		name: 'a song with its words',
		parameters: {
			...job,
			options: { durationSeconds: 30, forceInstrumental: false, lyrics: 'La la' },
		},
	},
	{
		resource: 'music',
		operation: 'queue',
		name: 'a song whose words the service writes',
		parameters: { ...job, options: { lyricsOptimizer: true } },
	},
	{
		resource: 'music',
		operation: 'queue',
		name: 'a sound that loops',
		parameters: { ...job, model: typed('lab/music-effects'), options: { loop: true } },
	},
	{
		resource: 'music',
		operation: 'queue',
		name: 'a narration',
		parameters: {
			...job,
			model: typed('music-narration'),
			options: { language: 'en', speed: 1.5, voice: listed('Bert') },
		},
	},
];

/** The same jobs, waited for. */
const generated = queued.map((run) => ({
	...run,
	resource: 'music',
	operation: 'generate',
	prepare: goOn,
}));

async function goOn(world: ServiceUnderTest): Promise<INodeParameters> {
	letJobsGoOn(world);
	return {};
}

export const audio: FullRuns = {
	node,
	runs: [
		{
			resource: 'speech',
			operation: 'generate',
			name: 'every option',
			parameters: {
				model: typed('tts-expressive'),
				voice: listed('Ember'),
				text: 'Good morning',
				options: {
					language: 'en',
					outputFormat: 'wav',
					speed: 0.25,
					streaming: true,
					stylePrompt: 'Cheerful',
					temperature: 0,
					topP: 1,
				},
			},
		},
		{
			resource: 'speech',
			operation: 'generate',
			name: 'a long text, as it is split by default',
			parameters: {
				text: 'The train leaves at noon. '.repeat(200),
				options: { maxTextLength: 6000, longText: 'join' },
			},
		},
		{
			resource: 'speech',
			operation: 'generateFromSubtitles',
			name: 'cues of two speakers with every option',
			parameters: {
				...{ model: typed('tts-expressive'), voice: listed('Ember') },
				subtitles: JSON.stringify([
					{ start: 0, end: 0.5, text: 'A cue that is too long for its time', speaker: 'Ada' },
					{ start: 2, end: 4, text: 'Another one' },
				]),
				options: {
					...{ language: 'en', maxSpeed: 2, maxTextLength: 6000, stylePrompt: 'Cheerful' },
					speakerVoices: { row: [{ speaker: 'Ada', voice: 'Ember' }] },
				},
			},
		},
		{
			resource: 'speech',
			operation: 'generateFromSubtitles',
			name: 'a subtitle file',
			items: itemWith({ data: files.subtitles }),
			parameters: { subtitlesSource: 'binary', inputBinaryField: 'data' },
		},
		{
			resource: 'recording',
			operation: 'transcribe',
			name: 'a recording with every option',
			items: recording,
			parameters: {
				model: typed('lab/asr-segments'),
				inputBinaryField: 'data',
				options: { language: 'en', responseFormat: 'json', timestamps: true },
			},
		},
		{
			resource: 'recording',
			operation: 'transcribe',
			name: 'subtitles, and every setting for long recordings',
			items: recording,
			parameters: {
				model: typed('lab/asr-segments'),
				options: {
					itemPerSegment: true,
					longRecording: 'split',
					maxRecordingSize: 100,
					partLength: 5,
					partsAtOnce: 2,
					responseFormat: 'srt',
					subtitleField: 'subtitles',
				},
			},
		},
		{
			resource: 'voice',
			operation: 'clone',
			name: 'a recording',
			items: recording,
			parameters: { model: typed('tts-cloning'), inputBinaryField: 'data' },
		},
		{
			...conversion,
			name: 'a recording with every option',
			items: recording,
			parameters: {
				...{ model: typed('timbre-basic'), inputBinaryField: 'data', voice: listed('Bert') },
				options: {
					...{ deleteMediaOnCompletion: true, removeBackgroundNoise: true, seed: 7 },
					...{ longRecording: 'split', maxRecordingSize: 100 },
				},
			},
			prepare: goOn,
		},
		{
			resource: 'voice',
			operation: 'quote',
			name: 'a recording of a length',
			parameters: { model: typed('timbre-basic'), recordingSeconds: 120 },
		},
		{
			resource: 'voice',
			operation: 'retrieve',
			name: 'a finished conversion',
			parameters: { model: typed('timbre-basic') },
			prepare: finishedConversion,
		},
		{
			resource: 'voice',
			operation: 'delete',
			name: 'a finished conversion',
			parameters: { model: typed('timbre-basic') },
			prepare: finishedConversion,
		},
		{
			resource: 'music',
			operation: 'quote',
			name: 'a price by length',
			parameters: { model: typed('music-basic'), options: { durationSeconds: 60 } },
		},
		{
			resource: 'music',
			operation: 'quote',
			name: 'a price by characters',
			parameters: { model: typed('music-narration'), options: { textLength: 2500 } },
		},
		...queued,
		...generated,
		{
			resource: 'music',
			operation: 'retrieve',
			name: 'a finished job',
			parameters: { model: job.model, options: { deleteMediaOnCompletion: true } },
			prepare: finishedJob,
		},
		{
			resource: 'music',
			operation: 'delete',
			name: 'a finished job',
			parameters: { model: job.model },
			prepare: finishedJob,
		},
	],
};
