import type { Answer } from '../../../../lib/core/answer';
import { ServiceFailure } from '../../../../lib/core/failure';
import type { SendRequest } from '../../../../lib/wire/send';
import { historyPages } from '../../../../lib/billing/pages/historyPages';
import { Run } from '../../../../lib/run/run';
import { seeds } from '../../../rounds';
import { Random } from '../random';

const HOUR = 3_600_000;
const START = Date.parse('2026-01-01T00:00:00.000Z');
const END = START + 1_000 * HOUR;
const PAGE = 10;

interface Place {
	index: number;
	end: number;
}

/** A history of the given times behind windows and cursors, whose answers overtake each other. */
function history(times: number[], random: Random) {
	const queries: Array<Record<string, unknown>> = [];
	let [inFlight, mostInFlight, sumInFlight, refused] = [0, 0, 0, 0];
	const indexOf = (time: unknown, otherwise: number) => {
		const index = times.findIndex((at) => at >= Date.parse(String(time)));
		return time === undefined || index < 0 ? otherwise : index;
	};
	const send: SendRequest = async ({ qs = {} }, policy) => {
		queries.push(qs);
		mostInFlight = Math.max(mostInFlight, ++inFlight);
		sumInFlight += inFlight;
		for (let wait = random.from(1, 6); wait > 0; wait--) {
			await new Promise((resolve) => setImmediate(resolve));
		}
		inFlight--;
		if (policy?.signal?.aborted) throw new ServiceFailure('Ended', { kind: 'cancelled' });
		if (qs.cursor !== undefined && refused < 3 && random.chance(0.2)) {
			refused++;
			throw new ServiceFailure('The cursor has expired', { kind: 'refused', status: 400 });
		}
		const place =
			qs.cursor === undefined
				? {
						index: indexOf(qs.startTimestamp, qs.startTimestamp === undefined ? 0 : times.length),
						end: indexOf(qs.endTimestamp, times.length),
					}
				: (JSON.parse(String(qs.cursor)) as Place);
		const end = Math.min(place.index + PAGE, place.end);
		const entries = Array.from({ length: end - place.index }, (_, n) => place.index + n);
		const next = end < place.end ? JSON.stringify({ index: end, end: place.end }) : undefined;
		return { body: { entries, next }, headers: {}, namePrefix: 'service' };
	};
	const read = ({ body }: Answer) => {
		const { entries, next } = body as { entries: number[]; next?: string };
		const own = () => entries.map((index) => times[index] ?? 0);
		return { content: entries, entries: entries.length, nextCursor: next, times: own };
	};
	return {
		send,
		read,
		queries,
		figures: () => ({ mostInFlight, meanInFlight: sumInFlight / queries.length, refused }),
	};
}

const period = {
	startTimestamp: new Date(START).toISOString(),
	endTimestamp: new Date(END).toISOString(),
};

async function walked(source: ReturnType<typeof history>, qs: object, wanted?: number, places = 4) {
	const given: number[] = [];
	const run = new Run(places);
	const { send, read } = source;
	const walk = { first: { url: '/history', qs: { ...qs } }, send, read, run: run, wanted };
	for await (const { content, skip, end } of historyPages(walk)) {
		given.push(...content.slice(skip, end));
		if (given.length >= (wanted ?? Infinity)) break;
	}
	return { given, run };
}

/** Times of every shape: even, in bursts, with gaps, many in one millisecond. */
function timesOf(random: Random): number[] {
	const times: number[] = [];
	const total = random.from(0, 600);
	while (times.length < total) {
		const at = START + random.from(0, END - START - 1);
		const many = random.chance(0.1) ? random.from(1, 100) : 1;
		const spread = random.chance(0.5) ? 1 : random.from(1, HOUR);
		for (let n = 0; n < many; n++) times.push(Math.min(END - 1, at + random.from(0, spread - 1)));
	}
	return times.sort((a, b) => a - b);
}

const numbers = (total: number) => Array.from({ length: total }, (_, index) => index);

describe('historyPages', () => {
	it.each(seeds(40, 2_000))(
		'returns every entry once and in order, whatever the density: seed %i',
		async (seed) => {
			const random = new Random(seed);
			const times = timesOf(random);
			const source = history(times, random);
			const { given, run } = await walked(source, random.chance(0.5) ? period : {});
			expect(given).toEqual(numbers(times.length));
			expect(source.figures().mostInFlight).toBeLessThanOrEqual(5);
			expect(run.free).toBe(4);
		},
	);

	it('keeps five requests in flight and wastes few on an even history', async () => {
		const times = numbers(1_000).map((n) => START + n * HOUR);
		const source = history(times, new Random(1));
		const { given } = await walked(source, period);
		expect(given).toEqual(numbers(1_000));
		expect(source.figures().mostInFlight).toBe(5);
		expect(source.queries.length).toBeLessThan(140);
	});

	it('keeps requests in flight through a busy hour of a quiet period', async () => {
		const quiet = numbers(200).map((n) => START + n * 5 * HOUR);
		const busy = numbers(800).map((n) => START + 500 * HOUR + n * 4_000);
		const source = history(
			[...quiet, ...busy].sort((a, b) => a - b),
			new Random(1),
		);
		const { given } = await walked(source, period);
		expect(given).toEqual(numbers(1_000));
		expect(source.figures().meanInFlight).toBeGreaterThan(3);
	});

	it('asks once for what fits into a page', async () => {
		const source = history(
			numbers(PAGE).map((n) => START + n),
			new Random(1),
		);
		await walked(source, { ...period, currency: 'USD' });
		expect(source.queries).toEqual([{ ...period, currency: 'USD' }]);
	});

	it.each([1, PAGE, PAGE + 1, 100])(
		'reads not much more than a limit of %i needs',
		async (wanted) => {
			const times = numbers(1_000).map((n) => START + n * HOUR);
			const source = history(times, new Random(1));
			const { given } = await walked(source, period, wanted);
			expect(given.slice(0, wanted)).toEqual(numbers(wanted));
			expect(source.queries.length).toBeLessThanOrEqual(Math.ceil((wanted / PAGE) * 1.6));
		},
	);

	it('reads only so far ahead of one who takes no page', async () => {
		const times = numbers(10_000).map((n) => START + n * (HOUR / 10));
		const source = history(times, new Random(1));
		const { send, read } = source;
		const first = { url: '/history', qs: { ...period } };
		const pages = historyPages({ first, send, read, run: new Run(50) });
		await pages.next();
		for (let turns = 0; turns < 1_000; turns++) {
			await new Promise((resolve) => setImmediate(resolve));
		}
		expect(source.queries.length).toBeGreaterThan(10);
		expect(source.queries.length).toBeLessThan(40);
		await pages.return(undefined);
	});

	it('returns the pages before a window that cannot be read, then its failure, and ends what is in flight', async () => {
		const times = numbers(1_000).map((n) => START + n * HOUR);
		const source = history(times, new Random(1));
		const send: SendRequest = async (options, policy) => {
			const answer = await source.send(options, policy);
			const { entries } = answer.body as { entries: number[] };
			if (entries.includes(500)) throw new ServiceFailure('No', { kind: 'refused', status: 403 });
			return answer;
		};
		const given: number[] = [];
		const first = { url: '/history', qs: { ...period } };
		const pages = historyPages({ first, send, read: source.read, run: new Run(4) });
		const end = (async () => {
			for await (const { content, skip, end } of pages) given.push(...content.slice(skip, end));
		})();
		await expect(end).rejects.toThrow('No');
		expect(given).toEqual(numbers(given.length));
		expect(given.length).toBeGreaterThan(400);
		const { length } = source.queries;
		await new Promise((resolve) => setTimeout(resolve, 20));
		expect(source.queries).toHaveLength(length);
	});

	it('refuses entries from outside of a window', async () => {
		const times = numbers(1_000).map((n) => START + n * HOUR);
		const source = history(times, new Random(1));
		const deaf: SendRequest = async (options, policy) =>
			await source.send({ ...options, qs: period }, policy);
		const first = { url: '/history', qs: { ...period } };
		const pages = historyPages({ first, send: deaf, read: source.read, run: new Run(4) });
		await pages.next();
		await expect(pages.next()).rejects.toThrow('outside of the time that was asked for');
	});
});
