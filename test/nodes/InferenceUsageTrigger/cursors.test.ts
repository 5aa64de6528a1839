import { Random } from '../../lib/billing/random';
import { seeds } from '../../rounds';
import { withService } from '../withService';
import { lacking, live } from './life';

// One request in three takes longer than a cursor lives.
const world = withService({ now: () => Date.now(), cursorLifeMs: 100 });

it.each(seeds(2, 200))(
	'misses and repeats nothing where cursors live for 0.1 s and entries are heaped on one moment, seed %i',
	async (seed) => {
		const random = new Random(seed * 5_000);
		const { disk, recorded } = await live(world, {
			seed,
			engine: 'durable',
			minutes: 8,
			perMinute: random.from(20, 60),
			maxEntries: random.from(10, 60),
			trouble: random.next() * 0.2,
			requestMs: [5, 150],
			options: seed % 2 === 0 ? { replayUnfinished: true } : {},
			late: { share: 0.3, mostMs: 59_999 },
			fails: () => (seed % 2 === 0 && random.chance(0.2) ? 'error' : undefined),
			dies: () => random.chance(0.05),
		});
		const stored = [...disk.stored.values()];
		expect(recorded.length).toBeGreaterThan(20);
		expect({ missing: lacking(recorded, stored), twice: lacking(stored, recorded) }).toEqual({
			missing: 0,
			twice: 0,
		});
	},
);
