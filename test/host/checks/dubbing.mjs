import assert from 'node:assert/strict';
import { itemsOf } from '../workflows.mjs';
import { changed, play } from './play.mjs';

/**
 * A recording in another language: each sentence at its time, and the subtitles beside it.
 * @param {import('./checklist.mjs').Scene} scene
 * @param {import('../workflows.mjs').Workflow} example
 */
export async function checkDubbing(scene, example) {
	const { check, service } = scene;

	await check('example dub-recording: speaks each sentence again at its time', async () => {
		const timed = changed(example, 'Dub a recording, set up', 'Transcribe', (parameters) => {
			parameters.model = { __rl: true, mode: 'id', value: 'lab/asr-segments' };
		});
		const before = service.requests('/audio/speech').length;
		const execution = await play(scene, timed);
		const segments = itemsOf(execution, 'Transcribe');
		assert.ok(segments.length > 1);
		const [{ json, binary }] = itemsOf(execution, 'Speak Translation');
		assert.equal(json.cues, segments.length);
		assert.equal(binary?.data.mimeType, 'audio/wav');
		assert.ok(json.duration >= segments.at(-1)?.json.end);
		const spoken = service.requests('/audio/speech').slice(before);
		assert.equal(spoken.length, 1 + segments.length, 'each sentence is paid once');
		const [{ binary: files }] = itemsOf(execution, 'Subtitles');
		assert.match(files?.data.fileName, /^translation\.srt$/);
	});

	await check('example dub-recording: takes a model with times where none is chosen', async () => {
		const execution = await play(scene, { ...example, name: 'Dub a recording, as it is' });
		const [{ json }] = itemsOf(execution, 'Transcribe');
		assert.equal(typeof json.start, 'number');
		assert.match(String(json.model), /asr|stt/);
	});
}
