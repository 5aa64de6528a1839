import { Random } from '../../lib/billing/random';
import { seeds } from '../../rounds';
import { withService } from '../withService';
import { lacking, live } from './life';

const MINUTE = 60_000;
const now = () => Date.now();
const worlds = { sends: withService({ now }), sendsNo: withService({ now, sendsNoTime: true }) };

/** A clock that is from five minutes behind to half an hour ahead, runs too fast or too slow, and may be set meanwhile. */
function clockOf(random: Random): (at: number) => number {
	const ahead = random.from(-5 * MINUTE, 30 * MINUTE);
	const later = random.chance(0.3) ? random.from(-5 * MINUTE, 30 * MINUTE) : ahead;
	const rate = random.chance(0.5) ? random.from(-200, 200) / 1e6 : 0;
	let [begin, setAt] = [0, Infinity];
	return (at) => {
		if (begin === 0) [begin, setAt] = [at, at + random.from(10, 40) * MINUTE];
		return Math.round(at + (at < setAt ? ahead : later) + (at - begin) * rate);
	};
}

it.each(seeds(4, 200))(
	'misses and repeats nothing where the clocks of n8n and the service differ, seed %i',
	async (seed) => {
		const random = new Random(seed * 7_000);
		const { disk, recorded } = await live(seed % 4 === 0 ? worlds.sendsNo : worlds.sends, {
			seed,
			engine: seed % 2 === 0 ? 'durable' : 'default',
			minutes: 60,
			perMinute: random.from(2, 20),
			maxEntries: random.from(50, 400),
			trouble: random.next() * 0.1,
			requestMs: [5, 3_000],
			shownByN8n: clockOf(random),
			wholeSeconds: seed % 3 === 0,
			dies: () => seed % 2 === 0 && random.chance(0.02),
		});
		const stored = [...disk.stored.values()];
		expect(recorded.length).toBeGreaterThan(50);
		expect({
			missing: lacking(recorded, stored),
			twice: lacking(stored, recorded),
			again: disk.given - stored.length,
		}).toEqual({ missing: 0, twice: 0, again: 0 });
	},
);
