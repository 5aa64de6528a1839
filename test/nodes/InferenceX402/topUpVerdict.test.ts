import { WALLETS, withService } from '../withService';
import { topUpRuns } from './topUpRuns';

const world = withService();
const TOP_UP = '/x402/top-up';
const success = (data: object, word: unknown = true) => ({ body: { success: word, data } });

const topUp = topUpRuns(world);
const answering = (fault: object) =>
	world.service.fault({ path: TOP_UP, header: 'payment-signature', status: 200, ...fault });

/** What a service may say instead of confirming the payment, and what the node makes of it. */
const DOUBTS: Array<[string, object, string]> = [
	['success: false', success({ amountCredited: 5 }, false), 'the service did not report success'],
	['the word "true"', success({ amountCredited: 5 }, 'true'), 'the service did not report success'],
	['HTML', { body: '<html>OK</html>', contentType: 'text/html' }, 'is not a confirmation'],
	['an empty 204 to each try', { status: 204, body: '', times: 3 }, 'answered without any content'],
	['0.01 of 5', success({ amountCredited: 0.01 }), 'the service credited 0.01 of 5 USD'],
	['more than was paid', success({ amountCredited: 500 }), 'the service credited 500 of 5 USD'],
	['no amount', success({}), 'did not say how much it credited'],
	['an amount that is none', success({ amountCredited: 'lots' }), 'did not say how much'],
	[
		'another wallet',
		success({ amountCredited: 5, walletAddress: WALLETS.solana.address }),
		'the service credited another wallet',
	],
	[
		'a receipt of failure',
		{
			...success({ amountCredited: 5 }),
			headers: { 'payment-response': Buffer.from('{"success":false}').toString('base64') },
		},
		'the receipt does not report success',
	],
];

describe.each(DOUBTS)('an answer of %s', (_what, fault, reason) => {
	it('is unknown where the transaction list does not show the payment yet', async () => {
		answering(fault);
		const { outputs, error } = await topUp();
		expect(outputs).toEqual([]);
		expect(error?.message).toContain(`The top-up was not confirmed:`);
		expect(error?.message).toContain(reason);
		expect(error?.message).toContain('was settled: the transaction list shows no new top-up of 5');
		expect(error?.description).toMatch(/^Wait until \d{4}-.*Retry button .* pays nothing/);
		expect(error?.context).toMatchObject({ settlement: 'unknown', amountUsd: 5 });
	});

	it('is settled where the list shows it', async () => {
		answering({ ...fault, processed: true });
		const { item } = await topUp();
		expect(item.json).toMatchObject({
			amountCredited: 5,
			balanceUsd: 5,
			confirmedBy: 'transactions',
		});
	});

	it('is unknown where the list cannot be read', async () => {
		answering(fault);
		const rows = { data: { transactions: [], pagination: { hasMore: false } } };
		world.service.fault({ path: /transactions/, status: 200, body: rows });
		world.service.fault({ path: /transactions/, status: 403, times: 9 });
		const { error } = await topUp();
		expect(error?.message).toContain('Unknown whether it was settled');
		expect(error?.description).toMatch(/^Wait until/);
		expect(error?.context).toMatchObject({ settlement: 'unknown' });
	});
});

it('reads an amount in base units, and no balance of a unit that is not known', async () => {
	answering(success({ amountCredited: 5_000_000, newBalance: 15_000_000 }));
	const { item } = await topUp();
	expect(item.json).toMatchObject({
		...{ amountCredited: 5, balanceUsd: null, confirmedBy: 'answer' },
	});
});

it('does not take a listed top-up of another amount for the payment', async () => {
	answering({ body: '' });
	const rows = (transactions: object[]) => ({
		path: /transactions/,
		status: 200,
		body: { data: { transactions, pagination: { hasMore: false } } },
	});
	world.service.fault(rows([]));
	const createdAt = new Date().toISOString();
	const odd = { id: 'odd', type: 'TOP_UP', amount: 0.01, createdAt };
	world.service.fault({ ...rows([odd]), times: 3 });
	const { error } = await topUp();
	expect(error?.message).toContain('a new top-up of 0.01 USD, not of 5 USD');
	expect(error?.context).toMatchObject({ settlement: 'unknown' });
});

it('does not take an earlier top-up of the same amount for the payment', async () => {
	world.service.credit(WALLETS.evm.address, 5);
	answering({ status: 400, body: { error: 'X402_INVALID_PAYMENT', message: 'No' } });
	const { error } = await topUp();
	expect(error?.message).toContain('shows no new top-up of 5 USD');
});
