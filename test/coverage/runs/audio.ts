import type { INodeParameters } from 'n8n-workflow';
import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { letJobsGoOn } from '../../nodes/jobTime';
import type { ServiceUnderTest } from '../../nodes/withService';
import type { FullRun, FullRuns } from '../fullRun';
import { files, itemWith, listed, run, typed } from '../given';

const node = new InferenceAudio();
const job = { model: typed('music-basic'), prompt: 'Calm piano over distant rain' };
const recording = itemWith({ data: files.voice });

async function finishedJob(world: ServiceUnderTest): Promise<INodeParameters> {
	const { item } = await world.run({
		node,
		parameters: { ...job, resource: 'music', operation: 'queue' },
	});
	world.service.advance(60_000);
	return { queueId: String(item.json.queueId) };
}

const conversion = { resource: 'voice', operation: 'convert' };

async function finishedConversion(world: ServiceUnderTest): Promise<INodeParameters> {
	const options = { maxWaitForCompletion: 1, onTimeout: 'item' };
	const parameters = { ...conversion, model: typed('timbre-basic'), options };
	const { item } = await world.run({ node, items: recording, parameters });
	world.service.advance(60_000);
	return { queueId: String(item.json.queueId) };
}

/** Jobs that together use every parameter of a song, a sound and a narration. */
const queued: FullRun[] = [
	run('music/queue', 'a song with its words', {
		...job,
		options: { durationSeconds: 30, forceInstrumental: false, lyrics: 'La la' },
	}),
	run('music/queue', 'a song whose words the service writes', {
		...job,
		options: { lyricsOptimizer: true },
	}),
	run('music/queue', 'a sound that loops', {
		...job,
		model: typed('lab/music-effects'),
		options: { loop: true },
	}),
	run('music/queue', 'a narration', {
		...job,
		model: typed('music-narration'),
		options: { language: 'en', speed: 1.5, voice: listed('Bert') },
	}),
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
		run('speech/generate', 'every option', {
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
		}),
		run('speech/generate', 'a long text, as it is split by default', {
			text: 'The train leaves at noon. '.repeat(160),
			options: { maxTextLength: 6000, longText: 'join' },
		}),
		run('speech/generateFromSubtitles', 'cues of two speakers with every option', {
			...{ model: typed('tts-expressive'), voice: listed('Ember') },
			subtitles: JSON.stringify([
				{ start: 0, end: 0.5, text: 'A cue that is too long for its time', speaker: 'Ada' },
				{ start: 2, end: 4, text: 'Another one' },
			]),
			options: {
				...{ language: 'en', maxSpeed: 2, maxTextLength: 6000, stylePrompt: 'Cheerful' },
				speakerVoices: { row: [{ speaker: 'Ada', voice: 'Ember' }] },
			},
		}),
		{
			...run('speech/generateFromSubtitles', 'a subtitle file', {
				subtitlesSource: 'binary',
				inputBinaryField: 'data',
			}),
			items: itemWith({ data: files.subtitles }),
		},
		{
			...run('recording/transcribe', 'a recording with every option', {
				model: typed('lab/asr-segments'),
				inputBinaryField: 'data',
				outputAs: 'json',
				options: { language: 'en', timestamps: true },
			}),
			items: recording,
		},
		{
			...run('recording/transcribe', 'subtitles, and every setting for long recordings', {
				model: typed('lab/asr-segments'),
				outputAs: 'srt',
				subtitleField: 'subtitles',
				options: {
					itemPerSegment: true,
					longRecording: 'split',
					maxRecordingSize: 100,
					partLength: 5,
					partsAtOnce: 2,
				},
			}),
			items: recording,
		},
		{
			...run('voice/clone', 'a recording', {
				model: typed('tts-cloning'),
				inputBinaryField: 'data',
			}),
			items: recording,
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
		run('voice/quote', 'a recording of a length', {
			model: typed('timbre-basic'),
			recordingSeconds: 120,
		}),
		{
			...run('job/retrieveConversion', 'a finished conversion', { model: typed('timbre-basic') }),
			prepare: finishedConversion,
		},
		{
			...run('job/deleteConversion', 'a finished conversion', { model: typed('timbre-basic') }),
			prepare: finishedConversion,
		},
		run('music/quote', 'a price by length', {
			model: typed('music-basic'),
			options: { durationSeconds: 60 },
		}),
		run('music/quote', 'a price by characters', {
			model: typed('music-narration'),
			options: { textLength: 2500 },
		}),
		...queued,
		...generated,
		{
			...run('job/retrieve', 'a finished job', {
				model: job.model,
				options: { deleteMediaOnCompletion: true },
			}),
			prepare: finishedJob,
		},
		{ ...run('job/delete', 'a finished job', { model: job.model }), prepare: finishedJob },
	],
};
