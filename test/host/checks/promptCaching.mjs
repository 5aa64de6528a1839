import assert from 'node:assert/strict';
import { itemsOf } from '../workflows.mjs';
import { play } from './play.mjs';

/**
 * The example of prompt caching: the first question pays for the whole text, the others read it from the cache.
 * @param {import('./checklist.mjs').Scene} scene
 * @param {import('../workflows.mjs').Workflow} example
 */
export async function checkPromptCaching(scene, example) {
	const { check, service } = scene;
	await check('example prompt-caching: the second question costs less than a third', async () => {
		const before = service.ledger.length;
		const execution = await play(scene, example);
		const rows = itemsOf(execution, 'Cost per Question').map(({ json }) => json);
		const charged = service.ledger.slice(before).map((/** @type {any} */ { usd }) => usd);
		assert.deepEqual(
			rows.map(({ costUsd }) => costUsd.toFixed(7)),
			charged.map((/** @type {number} */ usd) => usd.toFixed(7)),
		);
		const [first, ...others] = rows;
		assert.equal(first?.cheaperThanFirst, '0 %');
		for (const { costUsd, cheaperThanFirst } of others) {
			assert.ok(costUsd < first?.costUsd / 3, `${costUsd} after ${first?.costUsd}`);
			assert.match(cheaperThanFirst, /^[6-9]\d %$/);
		}
		const runs = execution.data.resultData.runData['Inference Chat Model'];
		const cached = (runs ?? []).map(
			(/** @type {any} */ { data }) => data.ai_languageModel[0][0].json.tokenUsage.cachedTokens,
		);
		assert.equal(cached[0], undefined);
		for (const tokens of cached.slice(1)) assert.ok(tokens > 1024, `${tokens} cached tokens`);
	});
}
