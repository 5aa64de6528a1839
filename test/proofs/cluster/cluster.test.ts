import { sample } from '../../rounds';
import { many, one, rowOf } from './cells';
import { simulate, type Outcome, type Scenario } from './simulation';

const calm: Scenario = {
	...{ processes: 1, limiter: 'fixed', limit: 60, calls: 300, usedBefore: 0, seed: 1 },
	...{ answers: [0.1, 0.4], stranger: false, skewMs: 0, failing: 0, outageMs: 0 },
};
const lost = ({ givenUp, blocked }: Outcome) => ({ givenUp, blocked });

/** The lies that leave a limit to be found by refusals, and what they cost in them. */
const FOUND: Record<string, number> = {
	...{ 'no headers': 40, 'sliding, reset in 1 s': 40, 'models and tokens': 20 },
};

describe('one process', () => {
	const cells = one([20]).filter(
		({ scenario: { limiter } }) =>
			limiter !== 'nothing left, always' && limiter !== 'reset tomorrow',
	);
	it.each(sample(cells, 4))(
		'one process wastes little of a limit: $kind',
		async ({ kind, scenario }) => {
			const outcome = await simulate({ ...scenario, seed: 1 });
			expect(outcome.silence).toBeLessThan(63);
			expect(outcome.givenUp).toBeLessThanOrEqual(1);
			// Of failures, one fewer than the service allows is made in half a minute.
			expect(outcome.ratio).toBeLessThan(scenario.failing > 0 ? 2.6 : 1.6);
			expect(outcome.refused).toBeLessThanOrEqual(FOUND[kind.split(' | ')[0] ?? ''] ?? 12);
		},
	);

	it('is silent for one window where each answer says that nothing is left', async () => {
		const outcome = await simulate({ ...calm, limiter: 'nothing left, always' });
		expect(outcome).toMatchObject({ served: 300, refused: 0, givenUp: 0 });
		expect(outcome.silence).toBeLessThan(62);
	});

	it('finds out with one call that a limit is not one of a day', async () => {
		const outcome = await simulate({ ...calm, limiter: 'reset tomorrow', usedBefore: 0.5 });
		expect(outcome.served + outcome.givenUp).toBe(300);
		// Only those whose own call was refused.
		expect(outcome.givenUp).toBeLessThanOrEqual(outcome.refused);
		expect(outcome.refused).toBeLessThanOrEqual(8);
		// The pause before the probe, and its answer.
		expect(outcome.silence).toBeLessThan(64);
	});

	it('waits for one window where the tokens of a model are used up before its calls', async () => {
		const few = { limiter: 'models and tokens', limit: 5, calls: 40, seed: 2 } as const;
		const outcome = await simulate({ ...calm, ...few });
		expect(outcome).toMatchObject({ served: 40, givenUp: 0 });
		expect(outcome.silence).toBeLessThan(63);
		expect(outcome.ratio).toBeLessThan(1.3);
	});

	it.each([8, 64])(
		'has the whole limit to itself soon, although %i processes are stated',
		async (stated) => {
			for (const limit of [20, 60]) {
				const outcome = await simulate({ ...calm, limit, stated });
				expect(outcome).toMatchObject({ served: 300, refused: 0, givenUp: 0 });
				expect(outcome.ratio).toBeLessThan(1.3);
			}
		},
	);
});

describe('processes that share a key', () => {
	it.each([2, 8])('lose no item as %i', async (processes) => {
		const outcome = await simulate({ ...calm, processes });
		expect(lost(outcome)).toEqual({ givenUp: 0, blocked: 0 });
		expect(outcome.served).toBe(300);
		expect(outcome.refused).toBeLessThanOrEqual(5 * processes);
		expect(outcome.ratio).toBeLessThan(1.8);
	});

	it.each([2, 8])(
		'all get calls, and are seldom refused, where the credential states that they are %i',
		async (n) => {
			const outcome = await simulate({ ...calm, calls: 270, processes: n, stated: n });
			expect(outcome).toMatchObject({ served: 270, givenUp: 0, blocked: 0 });
			expect(outcome.refused).toBeLessThanOrEqual(5 * n);
			expect(outcome.ratio).toBeLessThan(1.45);
			expect(outcome.leastShare).toBeGreaterThan(0.25);
		},
	);

	it.each([
		['sliding, reset when the oldest leaves', 8, 110],
		['bucket', 2, 110],
		['bucket', 4, 110],
	] as const)(
		'find their parts of a limit that flows: %s, %i',
		async (limiter, processes, most) => {
			const outcome = await simulate({ ...calm, calls: 900, limiter, processes });
			expect(outcome.refused).toBeLessThanOrEqual(most);
			expect(outcome).toMatchObject({ blocked: 0, served: 900 - outcome.givenUp });
			expect(outcome.givenUp).toBeLessThanOrEqual(1);
		},
	);

	it('are not blocked for the failures of all of them where their number is stated', async () => {
		const failing = { limit: 500, calls: 600, failing: 0.2, stated: 8 };
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
		expect(outcome.givenUp).toBe(0);
		// The refusals of the stranger count too.
		expect(outcome.blocked).toBeLessThanOrEqual(10);
	});
});

it('sums up what was played', () => {
	const [cell] = many([2]);
	if (cell === undefined) throw new Error('There is no cell');
	const outcome = { served: 1, refused: 2, refusedLater: 0, blocked: 0, givenUp: 0, unlucky: 0 };
	const outcomes = [1, 3, 2].map((ratio) => ({ ...outcome, ratio, leastShare: ratio, silence: 1 }));
	expect(rowOf(cell, outcomes)).toMatchObject({
		ratio: { median: 2, worst: 3 },
		leastShare: { median: 2, worst: 1 },
	});
});
