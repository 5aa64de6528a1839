import { Random } from '../../lib/billing/random';
import { rounds, seeds } from '../../rounds';
import type { UsageEntry } from '../../service/usage/entry';
import { withService } from '../withService';
import type { Disk, Engine } from './crashHost';
import { lacking, live } from './life';

// The service lives in the simulated time as well.
const world = withService({ now: () => Date.now() });

function expectExactlyOnce(
	engine: Engine,
	{ disk, recorded }: { disk: Disk; recorded: UsageEntry[] },
) {
	const stored = [...disk.stored.values()];
	expect(recorded.length).toBeGreaterThan(0);
	// Stored by ID, nothing is there twice.
	expect(lacking(stored, recorded)).toBe(0);
	const missing = lacking(recorded, stored);
	if (engine === 'durable') {
		expect({ missing, repeated: disk.given - stored.length, lost: disk.lost.length }).toEqual({
			missing: 0,
			repeated: 0,
			lost: 0,
		});
	} else {
		// What n8n saved the state for, and then did not run.
		const lost = new Map(
			disk.lost.filter(({ id }) => !disk.stored.has(id)).map((one) => [one.id, one]),
		);
		expect(missing).toBe(lost.size);
		expect(lacking(recorded, [...stored, ...lost.values()])).toBe(0);
	}
}

const ENGINES: Engine[] = ['durable', 'default', 'scheduler'];

describe.each(ENGINES)('exactly once in the %s engine', (engine) => {
	it('every entry comes exactly once through a crash at one step or another', async () => {
		const scenario = {
			seed: 7,
			engine,
			minutes: 3,
			perMinute: 6,
			maxEntries: 10,
			trouble: 0.2,
		};
		const { steps, ...calm } = await live(world, { ...scenario, dies: () => false });
		expectExactlyOnce(engine, calm);
		expect(calm.disk).toMatchObject({ given: calm.recorded.length, lost: [] });
		expect(steps).toBeGreaterThan(20);
		let [lost, again] = [0, 0];
		// By lot, since the same requests come at every poll; every single one in `npm run proof -- seeds`.
		const lot = new Random(3);
		for (let fatal = 0; fatal < steps; fatal++) {
			if (!lot.chance(rounds(0.3, 1))) continue;
			const result = await live(world, { ...scenario, dies: (step) => step === fatal });
			expectExactlyOnce(engine, result);
			lost += result.disk.lost.length;
			again += result.disk.given - result.disk.stored.size;
		}
		// The gap between the save and the execution was met on both of its sides.
		expect({ lost: lost > 0, again: again > 0 }).toEqual(
			engine === 'durable' ? { lost: false, again: false } : { lost: true, again: true },
		);
	});

	it.each(seeds(1, 6))(
		'every entry comes exactly once through bursts, late entries, refusals and crashes, seed %i',
		async (seed) => {
			const random = new Random(seed * 1_000);
			const result = await live(world, {
				seed,
				engine,
				minutes: rounds(12, 20),
				perMinute: random.from(8, 30),
				maxEntries: random.from(10, 30),
				trouble: random.next() * 0.4,
				currency: random.chance(0.3) ? 'USD' : undefined,
				product: seed % 2 === 0 ? 'image-basic-image' : undefined,
				dies: () => random.chance(0.15),
			});
			expectExactlyOnce(engine, result);
		},
	);
});

/** Hours and currencies in which the sum of all charges, in thousandths, reaches the threshold. */
function passedHours(entries: UsageEntry[], thousandths: number): string[] {
	const sums = new Map<string, number>();
	for (const { timestamp, currency, amount } of entries) {
		const hour = `${timestamp.slice(0, 13)} ${currency}`;
		sums.set(hour, (sums.get(hour) ?? 0) + Math.round(-amount * 1000));
	}
	return [...sums].flatMap(([hour, sum]) => (sum >= thousandths ? [hour] : [])).sort();
}

describe.each(['durable', 'scheduler'] as const)('thresholds in the %s engine', (engine) => {
	it.each(seeds(1, 4))(
		'are reported once each through crashes and refusals, seed %i',
		async (seed) => {
			const random = new Random(seed * 77);
			const { disk, recorded } = await live(world, {
				seed,
				engine,
				minutes: rounds(45, 90),
				perMinute: 3,
				maxEntries: 10,
				trouble: 0.2,
				emit: { emit: 'threshold', threshold: 0.15, period: 'hour' },
				// Without the gap that n8n leaves between the save and the execution.
				dies: () => engine === 'durable' && random.chance(0.15),
			});
			const told = [...disk.stored.values()].map(
				({ periodStart, currency }) =>
					`${new Date(String(periodStart)).toISOString().slice(0, 13)} ${String(currency)}`,
			);
			expect(told.sort()).toEqual(passedHours(recorded, 150));
			expect(told.length).toBeGreaterThan(1);
			expect(disk.given).toBe(told.length);
		},
	);
});

describe.each(ENGINES)('replay of unfinished executions in the %s engine', (engine) => {
	it.each(seeds(1, 12))('misses nothing and stores nothing twice, seed %i', async (seed) => {
		const random = new Random(seed * 3_000);
		const { disk, recorded } = await live(world, {
			seed,
			engine,
			minutes: rounds(15, 30),
			perMinute: random.from(8, 30),
			maxEntries: random.from(20, 60),
			trouble: random.next() * 0.3,
			options: { replayUnfinished: true },
			dies: () => random.chance(0.15),
			fails: () => {
				if (!random.chance(0.2)) return undefined;
				return random.chance(0.5) ? 'error' : 'not created';
			},
		});
		const stored = [...disk.stored.values()];
		expect(recorded.length).toBeGreaterThan(50);
		expect({
			missing: lacking(recorded, stored),
			twice: lacking(stored, recorded),
		}).toEqual({ missing: 0, twice: 0 });
	});
});
