import { clock } from '../../../lib/core/clock';
import type { RunNodeOptions } from '../../engine/runNode';
import { seeds } from '../../rounds';
import { Random } from '../../lib/wallet/random';
import { withService } from '../withService';
import { decoded, paymentHeaders, topUpRuns } from './topUpRuns';

const world = withService();
const PAID = { path: '/x402/top-up', header: 'payment-signature' };
const NOT_LISTED = {
	...{ path: /transactions/, status: 200 },
	body: { data: { transactions: [], pagination: { hasMore: false } } },
};
const FAILED = { status: 402, body: { x402Version: 2, error: 'settlement_failed', accepts: [] } };
const TOO_SLOW = { status: 504, body: { error: 'Too slow' } };

const nonces = () => [
	...new Set(paymentHeaders(world).map((header) => decoded(header).payload.authorization.nonce)),
];
const run = topUpRuns(world);
const topUp = async (options: Partial<RunNodeOptions> = {}) => await run({}, {}, options);

const pass = async (ms: number) => {
	await clock.sleep(ms);
	world.service.advance(ms);
};

describe.each([
	['402 settlement_failed', FAILED],
	['504', TOO_SLOW],
])('a payment that was answered with %s', (_, answer) => {
	it('is unknown until it can no longer be settled, and the words say wait', async () => {
		world.service.fault({ ...PAID, ...answer, times: 9 });
		const { error } = await topUp();
		expect(error?.context).toMatchObject({ settlement: 'unknown' });
		const { validUntil } = error?.context as { validUntil: string };
		expect(Date.parse(validUntil)).toBeGreaterThan(clock.now() + 300_000);
		expect(error?.description).toMatch(new RegExp(`^Wait until ${validUntil}`));
		const said = JSON.stringify([error?.message, error?.description, error?.context]);
		expect(said).not.toMatch(/nothing was charged|run the node again|add credit|notSettled/i);
	});

	it('holds back every other payment of the wallet as long as that', async () => {
		world.service.fault({ ...PAID, ...answer, times: 9 });
		const { keptData } = await topUp();
		const other = await topUp();
		expect(other.error?.message).toMatch(
			/^Nothing was signed: an earlier payment of 5 USD from this wallet is not confirmed/,
		);
		expect(other.error?.description).toMatch(/^Wait until \d{4}-/);
		expect(nonces()).toHaveLength(1);
		await pass(361_000);
		const { error } = await topUp({ keptData });
		expect(error?.context).toMatchObject({ settlement: 'notSettled' });
		expect(error?.description).toContain('Start a new execution to pay');
		world.service.reset();
		world.service.advance(400_000);
		expect((await topUp()).error).toBeUndefined();
	});

	it('lets the next payment go once it is confirmed', async () => {
		world.service.fault({ ...PAID, ...answer, processed: true, times: 3 });
		expect((await topUp()).item.json).toMatchObject({ balanceUsd: 5 });
		expect((await topUp()).item.json).toMatchObject({ balanceUsd: 10 });
	});
});

it.each(seeds(10, 50))(
	'signs no second payment while a service that settles late can settle the first (%i)',
	async (seed) => {
		const random = new Random(`settles late ${seed}`);
		const answer = { ...random.pick([FAILED, TOO_SLOW]), processed: random.int(0, 1) === 1 };
		world.service.fault({ ...PAID, ...answer, times: random.int(3, 12) });
		// The list before the payment is signed, and those that do not show it yet.
		world.service.fault({ ...NOT_LISTED, times: random.int(1, 12) });
		const first = await topUp();
		let settled = first.error === undefined ? 1 : 0;
		const { keptData } = first;
		for (let step = 0; step < 5 && settled === 0; step++) {
			await pass(random.int(0, 50_000));
			const runs = random.pick([[{ keptData }], [{}], [{}, { keptData }], [{}, {}]]);
			const ended = await Promise.all(runs.map(topUp));
			settled += ended.filter(({ error }) => error === undefined).length;
			expect(nonces().length).toBe(Math.max(1, settled));
		}
		expect(world.service.payments.length).toBeLessThanOrEqual(Math.max(1, settled));
	},
);
