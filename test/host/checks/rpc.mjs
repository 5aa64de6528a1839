import assert from 'node:assert/strict';
import { itemsOf } from '../workflows.mjs';
import { changed, play } from './play.mjs';

/** The balance as the service itself tells it, with nothing of the package. @param {any} service @param {string} address */
async function balanceOf(service, address) {
	const response = await fetch(`${service.url}/crypto/rpc/ethereum-mainnet`, {
		method: 'POST',
		headers: {
			authorization: `Bearer ${service.keys.user}`,
			'content-type': 'application/json',
		},
		body: JSON.stringify({
			jsonrpc: '2.0',
			id: 1,
			method: 'eth_getBalance',
			params: [address, 'latest'],
		}),
	});
	const { result } = /** @type {{ result: string }} */ (await response.json());
	// As whole numbers, so that the check does not compute as the example does.
	const wei = BigInt(result);
	return Number(wei / 10n ** 12n) / 1e6;
}

/**
 * The balance example: the service's own number, and a message only when it is low.
 * @param {import('./checklist.mjs').Scene} scene
 * @param {import('../workflows.mjs').Workflow} example
 */
export async function checkRpc(scene, example) {
	const { check, service } = scene;

	await check('example rpc-balance-check: the balance in ETH, no message', async () => {
		const execution = await play(scene, example);
		const [{ json }] = itemsOf(execution, 'In ETH');
		assert.equal(json.balance, await balanceOf(service, json.address));
		assert.equal(itemsOf(execution, 'Enough').length, 1);
		assert.deepEqual(itemsOf(execution, 'Write Message'), []);
	});

	await check('example rpc-balance-check: a message when the balance is low', async () => {
		const low = changed(example, 'Low balance', 'Address and Limit', (parameters) => {
			const [, lowest] = parameters.assignments.assignments;
			assert.equal(lowest.name, 'lowest');
			lowest.value = 1000;
		});
		const execution = await play(scene, low);
		const [{ json }] = itemsOf(execution, 'Write Message');
		assert.match(json.text, /^The balance of 0x0+ is [\d.]+ ETH, less than 1000 ETH\.$/);
		assert.deepEqual(itemsOf(execution, 'Enough'), []);
	});
}
