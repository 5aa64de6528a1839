import { Pacer, type Turn } from '../../../../lib/wire/pacing/pacer';
import { seeds } from '../../../rounds';
import { chance, EventClock } from '../../core/eventClock';
import { LimitedService } from './limitedService';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const CLASSES = ['text a', 'text b', 'image', 'audio', 'rpc', '/models'];

interface Life {
	seed: number;
	workers: number;
	callsEach: number;
	limit: number;
	/** How many calls the account may have under way. */
	most?: number;
	classes?: string[];
	/** Shares of calls that are refused, that are lost without an answer, and whose wait is cancelled. */
	refused?: number;
	lost?: number;
	cancelled?: number;
	/** How often others use the same limits, in milliseconds, and how many calls they have made before. */
	othersEveryMs?: number;
	othersBefore?: number;
	told?: (headers: Record<string, unknown>) => Record<string, unknown>;
	mostMs?: number;
}

afterEach(() => EventClock.restore());

/** Many workers that share a pacer, until each has made its calls. */
async function live(life: Life) {
	const random = chance(life.seed);
	const time = new EventClock(random);
	time.install();
	const service = new LimitedService(life.limit, life.told);
	const pacer = new Pacer(life.most);
	const under = { all: 0, rpc: 0, most: 0, mostRpc: 0 };
	const ends = { answered: 0, refused: 0, lost: 0, cancelled: 0, heldBack: 0 };
	for (let n = 0; n < (life.othersBefore ?? 0); n++) service.take('text a');

	const settle = async (turn: Turn, bucket: string) => {
		const rpc = bucket === 'rpc' ? 1 : 0;
		under.most = Math.max(under.most, ++under.all);
		under.mostRpc = Math.max(under.mostRpc, (under.rpc += rpc));
		await time.sleep(5 + random() ** 4 * 5_000);
		const wish =
			random() < (life.refused ?? 0) ? [400, 404, 500, 503][Math.floor(random() * 4)] : 200;
		const lost = random() < (life.lost ?? 0);
		const reply = service.answer(bucket, wish ?? 200);
		under.all--;
		under.rpc -= rpc;
		if (lost) turn.lost();
		else if (reply.status === 200) turn.answered(reply.headers);
		else turn.refused({ kind: 'refused', ...reply });
		ends[lost ? 'lost' : reply.status === 200 ? 'answered' : 'refused']++;
	};
	const worker = async () => {
		for (let calls = 0; calls < life.callsEach; calls++) {
			const classes = life.classes ?? CLASSES;
			const bucket = classes[Math.floor(random() * classes.length)] ?? '';
			const cancel = new AbortController();
			if (random() < (life.cancelled ?? 0)) {
				void time.sleep(random() * 20_000).then(() => cancel.abort());
			}
			const pending = { bucket, patienceMs: 120_000, signal: cancel.signal };
			const [got] = await Promise.allSettled([pacer.waitForTurn(pending)]);
			if (got.status === 'fulfilled') await settle(got.value, bucket);
			else ends[cancel.signal.aborted ? 'cancelled' : 'heldBack']++;
			if (random() < 0.1) await time.sleep(random() * 3_000);
		}
	};
	const workers = Promise.all(Array.from({ length: life.workers }, worker));
	let over = false;
	const others = async () => {
		for (const every = life.othersEveryMs; every !== undefined && !over;) {
			await time.sleep(every * 2 * random());
			service.take(CLASSES[Math.floor(random() * CLASSES.length)] ?? '');
		}
	};
	void others();
	await time.until(
		workers.finally(() => (over = true)),
		life.mostMs ?? 3 * HOUR,
	);
	expect(pacer.isIdle).toBe(true);
	expect(Object.values(ends).reduce((sum, n) => sum + n)).toBe(life.workers * life.callsEach);
	expect(under.mostRpc).toBeLessThanOrEqual(1);
	expect(under.most).toBeLessThanOrEqual(Math.min(life.most ?? 19, life.workers));
	return { ends, service: service.seen, elapsed: time.elapsed };
}

const SEEDS = seeds(2, 12);

describe('a pacer with many callers', () => {
	it.each(SEEDS)('ends, whatever becomes of the calls (seed %i)', async (seed) => {
		const { ends, service } = await live({
			seed,
			workers: 30,
			callsEach: 20,
			limit: 40,
			refused: 0.15,
			lost: 0.1,
			cancelled: 0.1,
		});
		expect(service.blocked).toBe(0);
		expect(service.overLimit).toBeLessThanOrEqual(CLASSES.length * 4);
		expect(ends.heldBack).toBe(0);
	});

	it.each(SEEDS)('ends with five in flight, as for a wallet (seed %i)', async (seed) => {
		const { ends } = await live({
			seed,
			workers: 40,
			callsEach: 10,
			limit: 30,
			most: 5,
			refused: 0.1,
			lost: 0.1,
			cancelled: 0.2,
		});
		expect(ends.heldBack).toBe(0);
	});

	it.each(SEEDS)('is never blocked, although most calls fail (seed %i)', async (seed) => {
		const { service } = await live({
			seed,
			workers: 50,
			callsEach: 6,
			limit: 500,
			refused: 0.8,
		});
		expect(service.blocked).toBe(0);
	});

	it.each([
		[1, 60],
		[2, 60],
		[20, 300],
		[100, 400],
	])('uses a limit of %i a minute up, and no more, for %i calls', async (limit, calls) => {
		const { ends, service, elapsed } = await live({
			seed: limit,
			workers: 5,
			callsEach: calls / 5,
			limit,
			classes: ['text a'],
		});
		// What is under way before the first answer has told the limit can be too much, and this service counts calls when they end.
		expect(service.overLimit).toBeLessThanOrEqual(Math.max(2, 5 - limit));
		expect(ends.answered + ends.refused).toBe(calls);
		const least = (Math.ceil(ends.answered / limit) - 1) * MINUTE;
		expect(elapsed).toBeLessThanOrEqual(least * 1.35 + 90_000);
	});

	it.each([20, 80, 500])(
		'waits one window, and no more, where others have used up the %i calls of the first one',
		async (limit) => {
			const life = { seed: limit, workers: 10, callsEach: limit / 20, classes: ['text a'] };
			const { service, elapsed } = await live({ ...life, limit, othersBefore: limit });
			expect(service).toMatchObject({ served: limit / 2 - 1, overLimit: 1 });
			expect(elapsed).toBeLessThan(2 * MINUTE);
		},
	);

	it.each(SEEDS)('shares limits with others and ends (seed %i)', async (seed) => {
		const { service } = await live({
			seed,
			workers: 20,
			callsEach: 15,
			limit: 25,
			refused: 0.05,
			othersEveryMs: 1_000,
		});
		expect(service.blocked).toBe(0);
	});
});

describe('a pacer that gets nonsense', () => {
	const header = (name: string, value: (was: number) => unknown) => ({
		told: (headers: Record<string, unknown>) => ({
			...headers,
			[`x-ratelimit-${name}-requests`]: value(Number(headers[`x-ratelimit-${name}-requests`])),
		}),
	});
	const random = chance(7);
	const lies: Array<[string, Pick<Life, 'told'>]> = [
		['no headers', { told: () => ({}) }],
		['a limit of 0', header('limit', () => '0')],
		['less than nothing left', header('remaining', () => '-3')],
		['nothing left, always', header('remaining', () => '0')],
		['much left, always', header('remaining', () => '1000')],
		['text', header('remaining', () => 'many')],
		['a reset in the past', header('reset', (was) => String(was - 600))],
		['a reset in milliseconds', header('reset', (was) => String(was * 1000))],
		['a reset in seconds from now', header('reset', () => '30')],
		['a reset of 0', header('reset', () => '0')],
		['a reset that is no time', header('reset', () => '1e300')],
		[
			'a reset tomorrow, once in a while',
			header('reset', (was) => was + (random() < 0.02 ? 80_000 : 0)),
		],
		['a clock two seconds behind', header('reset', (was) => was - 2)],
	];
	it.each(lies)('goes on with %s', async (_name, { told }) => {
		const { ends, service } = await live({
			seed: 11,
			workers: 10,
			callsEach: 7,
			limit: 20,
			classes: ['text a'],
			told,
			mostMs: 5 * HOUR,
		});
		expect(ends.answered).toBeGreaterThanOrEqual(30);
		expect(service.blocked).toBeLessThanOrEqual(20);
	});
});
