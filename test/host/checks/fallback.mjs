import assert from 'node:assert/strict';
import { agentFlow } from '../agentFlow.mjs';
import { byId, calls, flow } from '../flow.mjs';
import { itemsOf } from '../workflows.mjs';
import { play } from './play.mjs';

/** @typedef {import('./checklist.mjs').Scene} Scene */
/** @typedef {Record<string, any>} Json */

/** The value of Fallback Models. @param {string[]} models */
const fallbackTo = (...models) => ({
	models: { model: models.map((model) => ({ model: byId(model) })) },
});

/** An operation whose first model is offline, and what the second one returns. */
const cases = [
	{
		name: 'chat',
		type: 'inferenceChat',
		what: 'complete',
		path: '/chat/completions',
		parameters: { input: 'prompt', prompt: 'Is tea spelled t-e-a?' },
		models: ['text-offline', 'text-mini'],
	},
	{
		name: 'image',
		type: 'inferenceImage',
		what: 'image:generate',
		path: '/image/generate',
		parameters: { prompt: 'A lighthouse' },
		models: ['image-offline', 'image-ratio'],
	},
	{
		name: 'speech',
		type: 'inferenceAudio',
		what: 'speech:generate',
		path: '/audio/speech',
		parameters: { text: 'Good morning', voice: byId('bruno') },
		models: ['tts-basic', 'tts-expressive'],
	},
];

/** What the service was asked and what it charged while `run` went on. @param {Scene} scene @param {string} path @param {() => Promise<unknown>} run */
async function during({ service }, path, run) {
	const [requests, charges] = [service.requests(path).length, service.ledger.length];
	await run();
	return {
		asked: service
			.requests(path)
			.slice(requests)
			.map((/** @type {Json} */ { body }) => body.model),
		charged: service.ledger.slice(charges).map((/** @type {Json} */ one) => one.path),
	};
}

/** @param {Json} fallback @param {string[]} models */
function assertFallback(fallback, [first, second]) {
	assert.equal(fallback.model, second);
	assert.deepEqual(
		fallback.notUsed.map((/** @type {Json} */ { model }) => model),
		[first],
	);
	assert.match(fallback.notUsed[0].reason, /offline/);
}

/**
 * A model that is offline, and one that answers in its place.
 * @param {Scene} scene
 */
export async function checkFallback(scene) {
	const { service, check } = scene;
	for (const { name, type, what, path, parameters, models } of cases) {
		await check(`fallback: ${name} comes from the second model, paid once`, async () => {
			const [first, second] = models;
			const body = { error: 'The model is offline', code: 'MODEL_OFFLINE' };
			service.fault({ path, model: first, status: 503, body });
			const settings = {
				...parameters,
				model: byId(first),
				options: { fallback: fallbackTo(second) },
			};
			const workflow = flow(`Fallback: ${name}`, calls(type, [['Call', what, settings]]));
			/** @type {Json} */
			let json = {};
			const { asked, charged } = await during(scene, path, async () => {
				[{ json }] = itemsOf(await play(scene, workflow), 'Call');
			});
			assert.deepEqual(asked, models);
			assert.deepEqual(charged, [path]);
			assertFallback(json.fallback, models);
			assert.equal(json.model, second);
		});
	}

	await check(
		'fallback: an agent is answered by the second model, and its run says why',
		async () => {
			const path = '/chat/completions';
			const models = ['text-offline', 'text-basic'];
			const model = { model: byId(models[0]), options: { fallback: fallbackTo(models[1]) } };
			const workflow = agentFlow('Fallback: agent', { prompt: 'Good morning', tools: [], model });
			/** @type {import('../rest.mjs').Execution | undefined} */
			let execution;
			const { asked, charged } = await during(scene, path, async () => {
				execution = await play(scene, workflow);
			});
			assert.deepEqual(asked, models);
			assert.deepEqual(charged, [path]);
			const [{ data, hints }] = execution?.data.resultData.runData['Inference Chat Model'] ?? [];
			assert.match(JSON.stringify(data), /"notUsed":\[\{"model":"text-offline"/);
			assert.match(JSON.stringify(hints), /came from a fallback model, last text-basic/);
		},
	);
}
