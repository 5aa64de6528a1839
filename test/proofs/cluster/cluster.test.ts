import { simulate, type Outcome, type Scenario } from './simulation';

const calm: Scenario = {
	...{ processes: 1, limit: 60, calls: 300, seed: 1, apartMs: 0, stranger: false },
	...{ skewMs: 0, failing: 0, outageMs: 0, stated: false },
};

const lost = ({ givenUp, blocked }: Outcome) => ({ givenUp, blocked });

describe('processes that share a key', () => {
	it('are as fast as the limit allows where there is only one', async () => {
		const outcome = await simulate(calm);
		expect(outcome).toMatchObject({ served: 300, refused: 0, givenUp: 0, blocked: 0 });
		expect(outcome.ratio).toBeLessThan(1.04);
	});

	it.each([2, 8, 16])('lose no item as %i', async (processes) => {
		const outcome = await simulate({ ...calm, processes });
		expect(lost(outcome)).toEqual({ givenUp: 0, blocked: 0 });
		expect(outcome.served).toBe(300);
		expect(outcome.refused).toBeLessThanOrEqual(2 * processes);
		expect(outcome.ratio).toBeLessThan(1.6);
	});

	it.each([2, 8, 16])('are not refused where the credential states that they are %i', async (n) => {
		const outcome = await simulate({ ...calm, calls: 270, processes: n, stated: true });
		expect(outcome).toMatchObject({ served: 270, refused: 0, givenUp: 0, blocked: 0 });
		expect(outcome.ratio).toBeLessThan(1.15);
		expect(outcome.leastShare).toBeGreaterThan(0.8);
	});

	it('are refused only at the start where their stated number is larger than the limit', async () => {
		const outcome = await simulate({ ...calm, processes: 24, limit: 20, calls: 160, stated: true });
		expect(lost(outcome)).toEqual({ givenUp: 0, blocked: 0 });
		// Each makes a call before it knows the limit.
		expect(outcome.refused).toBeLessThanOrEqual(24 - 20 + 2);
		expect(outcome.ratio).toBeLessThan(1.25);
	});

	it('are not blocked for the failures of all of them where their number is stated', async () => {
		const failing = { limit: 500, calls: 600, failing: 0.2, stated: true };
		const outcome = await simulate({ ...calm, ...failing, processes: 8 });
		expect(lost(outcome)).toEqual({ givenUp: 0, blocked: 0 });
	});

	it('lose at most one item each in a minute in which the service cannot be reached', async () => {
		const outcome = await simulate({ ...calm, processes: 4, outageMs: 60_000 });
		expect(outcome.givenUp).toBeLessThanOrEqual(4);
		expect(outcome.blocked).toBe(0);
	});

	it('come to their end beside a stranger and with clocks that differ', async () => {
		const outcome = await simulate({ ...calm, processes: 4, stranger: true, skewMs: 5_000 });
		expect(lost(outcome)).toEqual({ givenUp: 0, blocked: 0 });
	});
});
