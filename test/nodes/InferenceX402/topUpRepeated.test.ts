import { WALLETS, withService } from '../withService';
import { decoded, offerOf, paymentHeaders, topUpRuns } from './topUpRuns';

const world = withService();
const RETRY = { maxTries: 5 };
const REFUSED = { status: 400, body: { error: 'X402_INVALID_PAYMENT', message: 'Not today' } };
const TOP_UP = '/x402/top-up';

const headers = () => paymentHeaders(world);
const asked = () =>
	world.service.requests(TOP_UP).filter(({ headers: sent }) => !sent['payment-signature']).length;
const topUp = topUpRuns(world);
const run = async (options: object) => await topUp({}, {}, { executionId: 'first', ...options });

const kept = (data: object) =>
	(data as Record<string, { payments: Record<string, unknown> }>)['node:Inference X402']
		?.payments ?? {};

/** Offers that become dearer by one unit each time they are asked for. */
function raisePrices(): void {
	for (let rise = 0n; rise < 9n; rise++) {
		const body = offerOf(String(5_000_000n + rise));
		world.service.fault({ path: TOP_UP, status: 402, body });
	}
}

it('signs one payment however often Retry On Fail repeats it and the price is raised', async () => {
	world.service.fault({ path: TOP_UP, header: 'payment-signature', times: 99, ...REFUSED });
	raisePrices();
	const { error } = await run({ retryOnFail: RETRY });
	expect(error?.message).toMatch(/^The top-up was not confirmed: .*Unknown whether it was settled/);
	expect(headers()).toHaveLength(5);
	expect(new Set(headers()).size).toBe(1);
	expect(decoded(headers()[0]).payload.authorization.value).toBe('5000000');
	// The higher prices of later tries are not asked for.
	world.service.clearFaults();
	// It asks for the time of the service each time, and for no other price.
	expect(asked()).toBe(5);
});

it.each(['evm', 'solana'] as const)(
	'sends the same payment on %s under the Retry button, which has another execution id',
	async (network) => {
		const { privateKey, address } = WALLETS[network];
		if (network === 'solana') world.service.credit(address, 1);
		const access = world.walletAccess({ network, privateKey });
		world.service.fault({ path: TOP_UP, header: 'payment-signature', times: 3, status: 503 });
		const first = await run(access);
		expect(first.error?.message).toMatch(/^The top-up was not confirmed/);
		const again = await run({ ...access, executionId: 'second', keptData: first.keptData });
		expect(again.error).toBeUndefined();
		expect(again.outputs[0]?.[0]?.json).toMatchObject({ amountCredited: 5 });
		expect(new Set(headers()).size).toBe(1);
		expect(world.service.payments).toHaveLength(1);
	},
);

it('does not pay again for the items that were settled', async () => {
	const items = [{ json: {} }, { json: {} }];
	world.service.fault({ path: TOP_UP, header: 'payment-signature', delayMs: 0, headers: {} });
	world.service.fault({ path: TOP_UP, header: 'payment-signature', times: 1, ...REFUSED });
	const { outputs, error } = await run({ items, retryOnFail: RETRY });
	expect(error).toBeUndefined();
	expect(outputs[0]).toHaveLength(2);
	expect(headers()).toHaveLength(3);
	expect(new Set(headers()).size).toBe(2);
	expect(world.service.payments).toHaveLength(2);
});

it('keeps nothing with the execution that can be spent or that names the key', async () => {
	const { keptData, outputs, runData, logs } = await run({});
	const [header] = headers();
	const { signature } = decoded(header).payload;
	for (const text of [keptData, outputs, runData, logs].map((value) => JSON.stringify(value))) {
		expect(text).not.toContain(WALLETS.evm.privateKey);
		expect(text).not.toContain(header);
		expect(text).not.toContain(signature);
	}
	expect(JSON.stringify(keptData)).toContain('"nonce"');
});

it('names the receiver and amount that were signed', async () => {
	const { item } = await run({});
	const { authorization } = decoded(headers()[0]).payload;
	const { receiver, amountUsd, walletAddress } = item.json ?? {};
	expect(receiver).toBe(authorization.to);
	expect(walletAddress).toBe(authorization.from);
	expect(Number(amountUsd) * 1e6).toBe(Number(authorization.value));
});

it('sends nothing once the payment has expired, and looks it up', async () => {
	world.service.fault({ path: TOP_UP, header: 'payment-signature', ...REFUSED });
	const first = await run({});
	expect(first.error?.description).toContain('the service can still settle the signed payment');
	const payment = kept(first.keptData)['0:0'] as { signedAt: number };
	payment.signedAt -= 361_000;
	const again = await run({ executionId: 'second', keptData: first.keptData });
	expect(again.error?.message).toMatch(/expired .*Not settled/);
	expect(again.error?.description).toContain('Start a new execution to pay');
	expect(headers()).toHaveLength(1);
});

it('refuses another wallet, and a kept payment that cannot be read', async () => {
	world.service.fault({ path: TOP_UP, header: 'payment-signature', ...REFUSED });
	const { keptData } = await run({});
	const other = world.walletAccess({ privateKey: '09'.repeat(32) });
	const { error } = await run({ ...other, executionId: 'second', keptData });
	expect(error?.message).toMatch(
		/^Nothing was signed: this execution has signed this payment with/,
	);
	const broken = { 'node:Inference X402': { payments: { '0:0': { nonce: 'x' } } } };
	const unread = await run({ executionId: 'third', keptData: broken });
	expect(unread.error?.message).toMatch(
		/^Nothing was signed: the payment that this execution keeps/,
	);
	expect(headers()).toHaveLength(1);
});

it('counts the earlier rounds of a loop, which are payments of their own', async () => {
	const { keptData } = await run({});
	const payments = kept(keptData);
	payments['7:0'] = payments['0:0'];
	delete payments['0:0'];
	const second = await run({ executionId: 'second', keptData });
	expect(second.error).toBeUndefined();
	expect(new Set(headers()).size).toBe(2);
	kept(second.keptData)['8:0'] = payments['7:0'];
	delete kept(second.keptData)['0:0'];
	kept(second.keptData)['9:0'] = payments['7:0'];
	const third = await run({ executionId: 'third', keptData: second.keptData });
	expect(third.error?.message).toMatch(
		/^Nothing was signed: a top-up of 5 USD, after 15 USD in this/,
	);
	expect(headers()).toHaveLength(2);
});

it('sends nothing for a payment that was settled', async () => {
	const first = await run({});
	const again = await run({ executionId: 'second', keptData: first.keptData });
	expect(again.outputs[0]?.[0]?.json).toEqual(first.outputs[0]?.[0]?.json);
	expect(headers()).toHaveLength(1);
});

it('says that a payment may have been made when the execution is stopped while it is in flight', async () => {
	world.service.fault({ path: TOP_UP, header: 'payment-signature', delayMs: 1_000_000 });
	const abortOn = (async () => {
		while (headers().length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
	})();
	const { error, status, keptData } = await run({ abortOn });
	expect(status).toBe('canceled');
	expect(error?.message).toBe('The execution was canceled; the call may have been charged');
	expect(error?.context).toMatchObject({ settlement: 'unknown', amountUsd: 5 });
	expect(Object.keys(kept(keptData))).toEqual(['0:0']);
});
