import assert from 'node:assert/strict';
import { byId, flow } from '../flow.mjs';
import { itemsOf } from '../workflows.mjs';
import { play } from './play.mjs';

/** @typedef {import('./checklist.mjs').Scene} Scene */

/** @param {string} name @param {object} [options] @param {object} [settings] */
const image = (name, options = {}, settings = {}) => ({
	...{ name, type: 'inferenceImage', settings },
	parameters: {
		...{ resource: 'image', operation: 'generate', model: byId('image-basic') },
		...{ prompt: 'A lighthouse', options },
	},
});

const workflow = flow('Pauses', [
	image(
		'No Wait',
		{ retriesAndLimits: { maxWait: 0 } },
		{ onError: 'continueRegularOutput', alwaysOutputData: true },
	),
	{
		...{ name: 'Chat', type: 'inferenceChat', after: 'No Wait' },
		parameters: { model: byId('text-mini'), prompt: 'Hi' },
	},
	{
		...{ name: 'Balance', type: 'inferenceBilling', after: 'Chat' },
		parameters: { resource: 'balance', operation: 'get' },
	},
	{ ...image('Usual Wait'), after: 'Balance' },
]);

/**
 * A refusal that names a day: only calls like the refused one wait, and one of them asks again after a minute.
 * @param {Scene} scene
 */
export async function checkPauses(scene) {
	const { service, check } = scene;
	await check('a refusal that names a day holds back what it refused, for a minute', async () => {
		const headers = { 'retry-after': '86400' };
		service.fault({ path: '/image/generate', status: 429, body: 'Slow down', headers });
		const charged = service.ledger.length;
		const execution = await play(scene, workflow);
		const secondsOf = (/** @type {string} */ name) =>
			/** @type {any} */ (execution.data.resultData.runData[name][0]).executionTime / 1000;
		const [refused] = itemsOf(execution, 'No Wait');
		assert.match(String(refused.json.error), /would have to wait .+, longer than Max Wait allows/);
		for (const name of ['No Wait', 'Chat', 'Balance'])
			assert.ok(secondsOf(name) < 20, `${name} took ${secondsOf(name)} s`);
		const waited = secondsOf('Usual Wait');
		assert.ok(waited > 30 && waited < 110, `the image took ${waited} s`);
		assert.deepEqual(
			service.ledger.slice(charged).map((/** @type {{ path: string }} */ { path }) => path),
			['/chat/completions', '/image/generate'],
		);
	});
}
