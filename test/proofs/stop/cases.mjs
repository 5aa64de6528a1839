import { byId } from '../../host/flow.mjs';

/**
 * A paid node to stop. `path`: of the request that is paid for; `job`: it is stopped while it waits for its job.
 * @typedef {{ name: string, type: string, path: string, job?: true, file?: true, parameters: Record<string, unknown> }} Case
 */

const song = { resource: 'music', operation: 'generate', model: byId('music-basic') };
const film = { resource: 'video', operation: 'generate', model: byId('video-basic') };

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
];
