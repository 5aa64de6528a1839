import assert from 'node:assert/strict';
import { agentFlow } from '../agentFlow.mjs';
import { byId, calls, flow } from '../flow.mjs';
import { itemsOf } from '../workflows.mjs';
import { play } from './play.mjs';

/** @typedef {import('./checklist.mjs').Scene} Scene */
/** @typedef {Record<string, any>} Json */

const langchain = '@n8n/n8n-nodes-langchain';

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
			const models = ['text-vision', 'text-basic'];
			const body = { error: 'The model is offline', code: 'MODEL_OFFLINE' };
			service.fault({ path, model: models[0], status: 503, body });
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
			assert.match(JSON.stringify(data), /"notUsed":\[\{"model":"text-vision"/);
			assert.match(JSON.stringify(hints), /came from a fallback model, last text-basic/);
		},
	);

	await check('fallback: six items and four rounds go past a model at capacity', async () => {
		const path = '/chat/completions';
		const [dead, other] = ['text-code', 'text-basic'];
		const body = { error: 'at capacity', code: 'MODEL_AT_CAPACITY' };
		service.fault({ path, model: dead, status: 503, body, times: 1_000 });
		const model = { model: byId(dead), options: { fallback: fallbackTo(other) } };
		const workflow = flow('Fallback: at capacity', [
			{
				name: 'Rows',
				type: 'n8n-nodes-base.code',
				parameters: { jsCode: 'return [...Array(6).keys()].map((n) => ({ json: { n } }));' },
			},
			{
				...{ name: 'Call', type: 'inferenceChat', after: 'Rows' },
				parameters: { operation: 'complete', prompt: '=Row {{ $json.n }}', ...model },
			},
		]);
		const tool = { name: 'Calculator', type: `${langchain}.toolCalculator`, parameters: {} };
		const agent = agentFlow('Fallback: rounds', { prompt: 'Count', tools: [tool], model });
		const sum = { calls: [{ name: 'calculator', arguments: { input: '1+1' } }] };
		const began = Date.now();
		const { asked } = await during(scene, path, async () => {
			const answered = itemsOf(await play(scene, workflow), 'Call');
			const models = answered.map((/** @type {Json} */ { json }) => json.model);
			assert.deepEqual(models, Array(6).fill(other));
			service.script(sum, sum, sum, { text: 'Done' });
			const [{ json }] = itemsOf(await play(scene, agent), 'AI Agent');
			assert.equal(json.output, 'Done');
		});
		const seconds = (Date.now() - began) / 1000;
		assert.equal(asked.filter((/** @type {string} */ one) => one === other).length, 10);
		const times = asked.length - 10;
		assert.ok(times <= 6, `${times} requests to the dead model`);
		assert.ok(seconds < 15, `${seconds} s`);
	});
}
