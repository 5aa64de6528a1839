import assert from 'node:assert/strict';
import { itemsOf } from '../workflows.mjs';
import { play } from './play.mjs';

/**
 * The transcription example: what was spoken comes back as text.
 * @param {import('./checklist.mjs').Scene} scene
 * @param {import('../workflows.mjs').Workflow} example
 */
export async function checkTranscription(scene, example) {
	await scene.check('example transcription: the recording comes back as text', async () => {
		const execution = await play(scene, example);
		const [{ json }] = itemsOf(execution, 'Text');
		assert.equal(json.heard, json.said);
		assert.ok(json.heard.length > 10);

		const [request] = scene.service.requests('/audio/transcriptions').slice(-1);
		const [{ json: spoken }] = itemsOf(execution, 'Speak');
		assert.equal(request.files[0].bytes, spoken.bytes, 'the whole recording was sent');
	});
}

/**
 * The search example: the text that answers the question is the best match, and the ranking is one.
 * @param {import('./checklist.mjs').Scene} scene
 * @param {import('../workflows.mjs').Workflow} example
 */
export async function checkSearch(scene, example) {
	await scene.check('example embeddings-search: the text that answers comes first', async () => {
		const execution = await play(scene, example);
		const vectors = itemsOf(execution, 'Inference Embeddings');
		const [{ json: asked }] = itemsOf(execution, 'Question and Texts');
		assert.deepEqual(
			vectors.map(({ json }) => json.text),
			[asked.question, ...asked.texts],
		);

		const ranked = itemsOf(execution, 'Rank').map(({ json }) => json);
		assert.deepEqual(ranked.map(({ text }) => text).sort(), [...asked.texts].sort());
		assert.deepEqual(
			ranked.map(({ rank }) => rank),
			ranked.map((_, index) => index + 1),
		);
		for (const [index, { similarity }] of ranked.entries()) {
			assert.ok(similarity <= (ranked[index - 1]?.similarity ?? 1.000001), 'best first');
		}
		const best = itemsOf(execution, 'Best Match');
		assert.equal(best.length, 1);
		assert.match(best[0].json.text, /^The delivery of a parcel takes/);
	});
}
