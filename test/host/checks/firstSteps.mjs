import assert from 'node:assert/strict';
import { itemsOf } from '../workflows.mjs';
import { play } from './play.mjs';

/**
 * One click makes an answer, a picture, a spoken file, and a page with all three and what they cost.
 * @param {import('./checklist.mjs').Scene} scene
 * @param {import('../workflows.mjs').Workflow} example
 */
export async function checkFirstSteps(scene, example) {
	const { check, service, rest } = scene;

	await check(
		'example first-steps: a page with an answer, a picture, a sound and the cost',
		async () => {
			const before = service.ledger.length;
			const execution = await play(scene, example);
			const [{ json, binary }] = itemsOf(execution, 'Page');
			assert.deepEqual(Object.keys(binary ?? {}).sort(), ['page', 'picture', 'sound']);
			assert.equal(binary?.page.mimeType, 'text/html');
			const { id, data } = binary?.page ?? {};
			// n8n 1.x keeps files in the execution.
			const file = id ? await rest.binary(id) : Buffer.from(data, 'base64');
			const page = file.toString('utf8');
			const [{ json: answer }] = itemsOf(execution, 'Ask');
			assert.ok(page.includes(answer.text.slice(0, 20)));
			assert.match(page, /<img [^>]*src="data:image\/\w+;base64,[\w+/=]{1000}/);
			assert.match(page, /<audio controls src="data:audio\/\w+;base64,[\w+/=]{1000}/);
			const charges = service.ledger.slice(before);
			assert.equal(charges.length, 3);
			const charged = charges.reduce((sum, { usd = 0 }) => sum + usd, 0);
			assert.ok(Math.abs(json.usd - charged) < 1e-9, `${json.usd} in place of ${charged}`);
			assert.ok(page.includes(`$${charged.toFixed(6)}`));
		},
	);
}
