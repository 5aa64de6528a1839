import { clock } from '../../../lib/core/clock';
import { signedPayments } from '../../../lib/wallet/dailyLimit';
import type { RunNodeOptions } from '../../engine/runNode';
import { Random } from '../../lib/wallet/random';
import { seeds } from '../../rounds';
import { followTime } from '../steadyClock';
import { withService } from '../withService';
import { decoded, paymentHeaders, topUpRuns } from './topUpRuns';

const world = withService();
const MINUTE_MS = 60_000;
const PAID = { path: '/x402/top-up', header: 'payment-signature' };

/** How far the clock of n8n is ahead of the service's, and how much time has passed for both. */
let skew = 0;
let passed = 0;
const serviceNow = () => Date.now() + passed;
const pass = async (ms: number) => {
	passed += ms;
	world.service.advance(ms);
};

const run = topUpRuns(world);
const topUp = async (options: Partial<RunNodeOptions> = {}) =>
	await run({}, { maxPerDay: 0 }, options);

interface Signed {
	nonce: string;
	/** Unix milliseconds. */
	until: number;
}

const signed = (): Signed[] => {
	const payments = paymentHeaders(world).map((header) => {
		const { nonce, validBefore } = decoded(header).payload.authorization;
		return { nonce, until: Number(validBefore) * 1000 };
	});
	return [...new Map(payments.map((payment) => [payment.nonce, payment])).values()];
};

beforeEach(() => {
	[skew, passed] = [0, 0];
	jest.spyOn(clock, 'now').mockImplementation(() => serviceNow() + skew);
	followTime(serviceNow);
	jest.spyOn(clock, 'sleep').mockImplementation(pass);
});

/** What the service has made of the payment that got lost, which it may settle as long as it is valid. */
const lost = { ...PAID, status: 504, body: { error: 'Too slow' }, times: 99 };

it.each([-60, -4, 0, 0.4, 2, 6, 60])(
	'signs no second payment while a lost one can be settled, with the clock %d minutes ahead',
	async (minutes) => {
		skew = minutes * MINUTE_MS;
		world.service.fault(lost);
		const first = await topUp();
		expect(first.error?.context).toMatchObject({ settlement: 'unknown' });
		const [payment] = signed();
		expect(payment?.until).toBeLessThanOrEqual(serviceNow() + 301_000);
		for (let minute = 0; serviceNow() < Number(payment?.until); minute++) {
			const again = await topUp();
			expect(again.error?.message).toMatch(/^Nothing was signed: an earlier payment of 5 USD/);
			expect(signed()).toHaveLength(1);
			await pass(MINUTE_MS);
		}
		await pass(2 * MINUTE_MS);
		await topUp();
		expect(signed()).toHaveLength(2);
	},
);

it.each([-60, 60])(
	'does not call a payment lapsed that can still be settled, with the clock %d minutes ahead and n8n started again',
	async (minutes) => {
		skew = minutes * MINUTE_MS;
		world.service.fault(lost);
		const { keptData } = await topUp();
		signedPayments.clear();
		await pass(3 * MINUTE_MS);
		const retried = await topUp({ keptData });
		expect(retried.error?.context).toMatchObject({ settlement: 'unknown' });
		await pass(4 * MINUTE_MS);
		const later = await topUp({ keptData });
		expect(later.error?.context).toMatchObject({ settlement: 'notSettled' });
		expect(signed()).toHaveLength(1);
	},
);

it.each(seeds(6, 200))(
	'has one payment at a time that can be settled, whatever its clock does meanwhile (%i)',
	async (seed) => {
		const random = new Random(`clocks ${seed}`);
		const kept: object[] = [];
		world.service.fault({ ...lost, processed: random.int(0, 3) === 0 });
		// The list does not show what is settled late.
		world.service.fault({
			...{ path: /transactions/, status: 200, times: random.int(0, 9) },
			body: { data: { transactions: [], pagination: { hasMore: false } } },
		});
		const seen = new Map<string, Signed>();
		for (let step = 0; step < 8; step++) {
			if (random.int(0, 1) === 1) skew = random.int(-60, 60) * MINUTE_MS;
			const data = random.int(0, 1) === 1 ? random.pick([undefined, ...kept]) : undefined;
			const before = serviceNow();
			const { keptData, error } = await topUp(
				data === undefined ? {} : { keptData: data as never },
			);
			if (keptData !== undefined) kept.push(keptData);
			for (const payment of signed()) {
				if (seen.has(payment.nonce)) continue;
				expect(payment.until).toBeLessThanOrEqual(serviceNow() + 301_000);
				for (const { until } of seen.values()) expect(until).toBeLessThanOrEqual(before);
				seen.set(payment.nonce, payment);
			}
			// A payment that was confirmed holds nothing back.
			if (error === undefined)
				for (const { nonce } of signed()) seen.set(nonce, { nonce, until: 0 });
			await pass(random.int(0, 4 * MINUTE_MS));
		}
		expect(seen.size).toBeGreaterThan(0);
	},
);

it('signs nothing where the payment options come without the time of the service', async () => {
	world.service.fault({ path: '/x402/top-up', headers: { date: '' }, times: 9 });
	const { error } = await topUp();
	expect(error?.message).toMatch(/^Nothing was signed: .*without the time of the service/);
	expect(signed()).toEqual([]);
});
