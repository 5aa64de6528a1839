import { byId } from '../../host/flow.mjs';

/**
 * A paid node to stop. `path`: of the request that is paid for; `job`: it is stopped while it waits for its job; `file`: what it reads, where n8n
 * lets its nodes read files; `parts`: how many of its requests are in flight at once.
 * @typedef {{ name: string, type: string, path: string, job?: true, file?: string, parts?: number, parameters: Record<string, unknown> }} Case
 */

const song = { resource: 'music', operation: 'generate', model: byId('music-basic') };
const film = { resource: 'video', operation: 'generate', model: byId('video-basic') };

/** An hour of speech at 8 kHz, larger than one request may be. */
export const recording = { fileName: 'hour.wav', seconds: 3_600, sampleRate: 8_000 };

/** @type {Case[]} */
export const cases = [
	{
		name: 'Chat',
		type: 'inferenceChat',
		path: '/chat/completions',
		parameters: { operation: 'complete', model: byId('text-basic'), prompt: 'Say yes' },
	},
	{
		name: 'Long Speech',
		type: 'inferenceAudio',
		path: '/audio/speech',
		parameters: {
			...{ resource: 'speech', operation: 'generate', model: byId('tts-basic') },
			text: 'One sentence of a long text. '.repeat(300),
		},
	},
	{
		name: 'Music',
		type: 'inferenceAudio',
		path: '/audio/queue',
		job: true,
		parameters: { ...song, prompt: 'Rain' },
	},
	{
		name: 'Video',
		type: 'inferenceVideo',
		path: '/video/queue',
		job: true,
		parameters: { ...film, prompt: 'A river', duration: '5s' },
	},
	{
		name: 'Transcription',
		type: 'inferenceAudio',
		path: '/audio/transcriptions',
		file: recording.fileName,
		parts: 3,
		parameters: {
			...{ resource: 'recording', operation: 'transcribe', model: byId('asr-basic') },
			options: { partsAtOnce: 3 },
		},
	},
];
