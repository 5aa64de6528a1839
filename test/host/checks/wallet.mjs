import assert from 'node:assert/strict';
import { itemsOf } from '../workflows.mjs';
import { play } from './play.mjs';

const FLOOR_USD = 0.1;

/**
 * The wallet example, played until the money is gone and topped up again; its own rules are the service's, not the package's.
 * @param {import('./checklist.mjs').Scene} scene
 * @param {import('../workflows.mjs').Workflow} example
 */
export async function checkWallet(scene, example) {
	const { check, service } = scene;
	/** @type {{ walletAddress: string, balanceUsd: number }} */
	let balance;

	await check('example wallet-chat: an empty wallet is reported and topped up once', async () => {
		const execution = await play(scene, example);
		assert.deepEqual(itemsOf(execution, 'Answers'), []);
		const reasons = itemsOf(execution, 'Why Not').map(({ json }) => json.reason);
		assert.equal(reasons.length, 3);
		for (const reason of reasons)
			assert.match(reason, /The wallet does not have enough credit for this call/);
		balance = itemsOf(execution, 'Balance')[0].json;
		// What the service suggests.
		assert.equal(balance.balanceUsd, 10);
		assert.equal(service.payments.length, 1);
	});

	await check('example wallet-chat: answers on the credit, nothing more is paid', async () => {
		const entries = service.ledger.length;
		const execution = await play(scene, example);
		assert.equal(itemsOf(execution, 'Answers').length, 3);
		for (const { json } of itemsOf(execution, 'Answers')) assert.ok(json.cost > 0);
		assert.deepEqual(itemsOf(execution, 'Top Up'), []);
		assert.equal(service.payments.length, 1);
		// What the items say, what the execution says and what the service has booked are the same.
		const sum = (/** @type {number[]} */ amounts) => amounts.reduce((total, one) => total + one, 0);
		const charged = sum(service.ledger.slice(entries).map((/** @type {any} */ one) => one.usd));
		const costs = sum(itemsOf(execution, 'Answers').map(({ json }) => json.cost));
		const [{ json: total }] = itemsOf(execution, 'Total Cost');
		assert.equal(costs.toFixed(9), charged.toFixed(9));
		assert.equal(total.totalCostUsd.toFixed(9), charged.toFixed(9));
		balance.balanceUsd -= charged;
	});

	await check(
		'example wallet-chat: the money runs out, what was paid for is kept, topped up again',
		async () => {
			service.credit(balance.walletAddress, FLOOR_USD + 0.000_001 - balance.balanceUsd);
			const execution = await play(scene, example);
			assert.equal(itemsOf(execution, 'Answers').length, 1);
			const [second, third] = itemsOf(execution, 'Why Not').map(({ json }) => json.reason);
			assert.match(second, /The wallet does not have enough credit for this call/);
			assert.match(third, /^Skipped after an earlier item was refused/);
			assert.equal(service.payments.length, 2);
			assert.ok(itemsOf(execution, 'Balance')[0].json.balanceUsd > 5);
		},
	);
}
