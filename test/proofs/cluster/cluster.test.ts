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

	it('lose no item while the service cannot be reached', async () => {
		const outcome = await simulate({ ...calm, processes: 4, outageMs: 60_000 });
		expect(lost(outcome)).toEqual({ givenUp: 0, blocked: 0 });
	});

	it('come to their end beside a stranger and with clocks that differ', async () => {
		const outcome = await simulate({ ...calm, processes: 4, stranger: true, skewMs: 5_000 });
		expect(lost(outcome)).toEqual({ givenUp: 0, blocked: 0 });
	});
});
