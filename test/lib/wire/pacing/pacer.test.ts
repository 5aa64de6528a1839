import { clock } from '../../../../lib/core/clock';
import { Bucket } from '../../../../lib/wire/pacing/bucket';
import { Limit } from '../../../../lib/wire/pacing/limit';
import { Pacer, type PendingCall } from '../../../../lib/wire/pacing/pacer';
import { withFakeClock } from '../../core/fakeClock';

const fake = withFakeClock(0.5);
const MINUTE = 60_000;
/** The first two calls wait for each other's answers, at most. */
const FIRST_ANSWERS = 4_000;
/** The last calls of a window go one after another. */
const LAST_CALLS = 8_000;

/** Counts as the service does: windows of a minute that open with their first call, and their end named in whole seconds. */
function fixedWindows(limit: number) {
	let start = Number.NEGATIVE_INFINITY;
	let used = 0;
	const seen = { ok: 0, refused: 0, last: 0 };
	const take = () => {
		const now = clock.now();
		if (now >= start + MINUTE) [start, used] = [now, 0];
		const ok = used < limit;
		if (ok) used++;
		seen[ok ? 'ok' : 'refused']++;
		seen.last = now;
		return {
			ok,
			headers: {
				'x-ratelimit-limit-requests': String(limit),
				'x-ratelimit-remaining-requests': String(limit - used),
				'x-ratelimit-reset-requests': String(Math.ceil((start + MINUTE) / 1000)),
			},
		};
	};
	return { take, seen };
}

type Service = ReturnType<typeof fixedWindows>;

/** Five workers that send `count` calls through the pacer, each again until it is not refused. */
async function sendAll(pacer: Pacer, service: Service, count: number, latencyMs = 40) {
	let left = count;
	const worker = async () => {
		while (left-- > 0) {
			for (let done = false; !done;) {
				const turn = await pacer.waitForTurn(pending);
				const { ok, headers } = service.take();
				await clock.sleep(latencyMs);
				if (ok) turn.answered(headers);
				else turn.refused({ kind: 'refused', status: 429, headers });
				done = ok;
			}
		}
	};
	await Promise.all(Array.from({ length: 5 }, worker));
}

const pending: PendingCall = { bucket: 'text', patienceMs: 65_000 };

/** Lets a call through and tells how it ended. */
async function once(pacer: Pacer, end: 'answered' | 'lost' | Record<string, unknown>, also = {}) {
	const turn = await pacer.waitForTurn({ ...pending, ...also });
	if (end === 'answered') turn.answered({});
	else if (end === 'lost') turn.lost();
	else turn.refused({ kind: 'refused', ...end });
}

/** A body that arrives without end. */
const OPEN = { closed: new Promise<void>(() => {}), begun: new Promise<boolean>(() => {}) };

describe('Pacer', () => {
	it.each([
		[300, 20],
		[120, 5],
		[50, 50],
		[200, 75],
	])(
		'sends %i calls at %i a minute within 1.05 of the least time, and none is refused',
		async (count, limit) => {
			const service = fixedWindows(limit);
			await sendAll(new Pacer(), service, count);
			const least = (Math.ceil(count / limit) - 1) * MINUTE;
			expect(service.seen).toMatchObject({ ok: count, refused: 0 });
			expect(fake.elapsed()).toBeLessThanOrEqual(least * 1.05 + count * 40 + LAST_CALLS);
		},
	);

	it('sends at once what a window has room for, after the first two answers', async () => {
		const service = fixedWindows(100);
		await sendAll(new Pacer(), service, 40, 0);
		expect(fake.elapsed()).toBeLessThanOrEqual(FIRST_ANSWERS);
	});

	it('sends 50 calls within 30 s after ten refusals that name the limit and a reset in 3 s', async () => {
		const service = fixedWindows(500);
		let refusals = 10;
		const take = () => {
			const { ok, headers } = service.take();
			if (refusals-- <= 0) return { ok, headers };
			const reset = String(Math.ceil(clock.now() / 1000) + 3);
			return {
				ok: false,
				headers: {
					...headers,
					'x-ratelimit-remaining-requests': '0',
					'x-ratelimit-reset-requests': reset,
				},
			};
		};
		await sendAll(new Pacer(), { ...service, take }, 50);
		expect(refusals).toBeLessThan(0);
		expect(fake.elapsed()).toBeLessThanOrEqual(30_000);
	});

	it('counts the limits of two classes apart', async () => {
		const pacer = new Pacer();
		const reset = String(Math.ceil((clock.now() + MINUTE) / 1000));
		const usedUp = {
			'x-ratelimit-remaining-requests': '0',
			'x-ratelimit-reset-requests': reset,
		};
		(await pacer.waitForTurn(pending)).answered(usedUp);
		await once(pacer, 'answered', { bucket: 'image' });
		expect(fake.elapsed()).toBe(0);
		await once(pacer, 'answered');
		expect(fake.elapsed()).toBeGreaterThanOrEqual(MINUTE);
	});

	it('waits for the tokens of a window', async () => {
		const pacer = new Pacer();
		const headers = (left: number) => ({
			'x-ratelimit-remaining-tokens': String(left),
			'x-ratelimit-reset-tokens': '40',
		});
		for (const left of [900, 500, 100]) (await pacer.waitForTurn(pending)).answered(headers(left));
		const first = await pacer.waitForTurn(pending);
		expect(fake.elapsed()).toBe(0);
		void (await pacer.waitForTurn(pending));
		expect(fake.elapsed()).toBeGreaterThanOrEqual(40_000);
		first.lost();
	});

	it('believes the limit in calls where refusals say that calls and tokens are used up', async () => {
		const bucket = new Bucket('text');
		for (let n = 0; n < 3; n++) {
			const learn = bucket.recordSent();
			await clock.sleep(100);
			const usedUp = (kind: string, limit: string, reset: string) => ({
				[`x-ratelimit-limit-${kind}`]: limit,
				[`x-ratelimit-remaining-${kind}`]: '0',
				[`x-ratelimit-reset-${kind}`]: reset,
			});
			learn({ ...usedUp('requests', '20', '40'), ...usedUp('tokens', '9000', '3') }, true);
		}
		expect(bucket.delayMs()).toBeGreaterThan(30_000);
	});

	it('asks one at a time and less and less often while the service is down', async () => {
		const pacer = new Pacer();
		const at: number[] = [];
		for (let n = 0; n < 10; n++) {
			const turn = await pacer.waitForTurn(pending);
			at.push(fake.elapsed());
			turn.unsent({ kind: 'unreachable', isUnsent: true });
		}
		const gaps = at.slice(1).map((ms, index) => ms - (at[index] ?? 0));
		expect(gaps).toEqual([0, 0, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
		await once(pacer, 'answered');
		const up = fake.elapsed();
		await once(pacer, 'answered');
		expect(fake.elapsed()).toBe(up);
	});

	it('divides the failures among the processes that the credential states', async () => {
		const pacer = new Pacer(undefined, 6);
		for (let n = 0; n < 8; n++) await once(pacer, { status: 404, headers: {} });
		expect(fake.elapsed()).toBeGreaterThan(2 * 30_000);
	});

	const unexplained = { status: 429, headers: {} };

	it('waits a block out for every class, after the third refusal in a row that names nothing', async () => {
		const pacer = new Pacer();
		await once(pacer, unexplained);
		await once(pacer, unexplained, { bucket: 'image' });
		expect(fake.elapsed()).toBe(0);
		await once(pacer, unexplained);
		expect(fake.elapsed()).toBeLessThanOrEqual(2_000);
		await once(pacer, 'answered', { bucket: 'image' });
		expect(fake.elapsed()).toBeGreaterThanOrEqual(30_000);
	});

	it('takes refusals that name nothing for chance where answers come between them', async () => {
		const pacer = new Pacer();
		for (let n = 0; n < 10; n++) {
			await once(pacer, unexplained);
			await once(pacer, 'answered');
		}
		expect(fake.elapsed()).toBeLessThanOrEqual(5_000);
	});

	it('waits as long as a refusal of every call names', async () => {
		const pacer = new Pacer();
		await once(pacer, {
			status: 429,
			says: 'Too many failed requests',
			headers: { 'retry-after': '7' },
		});
		await once(pacer, 'answered', { bucket: 'image' });
		expect(fake.elapsed()).toBeGreaterThanOrEqual(7_000);
		expect(fake.elapsed()).toBeLessThan(10_000);
	});

	it('rests a class whose model is busy, and no other', async () => {
		const pacer = new Pacer();
		await once(pacer, { status: 429, code: 'MODEL_OVERLOADED', headers: {} });
		await once(pacer, 'answered', { bucket: 'image' });
		expect(fake.elapsed()).toBe(0);
		await once(pacer, 'answered');
		expect(fake.elapsed()).toBeGreaterThanOrEqual(500);
	});

	it('sends one JSON-RPC call at a time, and a hundred a minute', async () => {
		const pacer = new Pacer();
		let inside = 0;
		let most = 0;
		const worker = async () => {
			const turn = await pacer.waitForTurn({ ...pending, bucket: 'rpc' });
			most = Math.max(most, ++inside);
			await clock.sleep(10);
			inside--;
			turn.answered({});
		};
		await Promise.all(Array.from({ length: 150 }, worker));
		expect(most).toBe(1);
		expect(fake.elapsed()).toBeGreaterThan(MINUTE);
		expect(fake.elapsed()).toBeLessThan(2 * MINUTE);
	});

	describe('after a refusal that names a reset tomorrow', () => {
		const patient = { ...pending, patienceMs: 75_000 };
		const named = (left: number, seconds: number) => ({
			'x-ratelimit-limit-requests': '500',
			'x-ratelimit-remaining-requests': String(left),
			'x-ratelimit-reset-requests': String(Math.ceil(clock.now() / 1000) + seconds),
		});
		const refusal = () => ({ status: 429, headers: named(0, 80_000) });

		it('sends one call after a window, and all others once it is served', async () => {
			const pacer = new Pacer();
			await once(pacer, refusal(), patient);
			const calls = Array.from({ length: 20 }, async () => {
				const turn = await pacer.waitForTurn(patient);
				await clock.sleep(1_000);
				turn.answered(named(498, 50));
			});
			await Promise.all(calls);
			expect(fake.elapsed()).toBeGreaterThan(MINUTE);
			expect(fake.elapsed()).toBeLessThan(2 * MINUTE);
		});

		it('says when calls are taken again, as soon as that one is refused too', async () => {
			const pacer = new Pacer();
			await once(pacer, refusal(), patient);
			await once(pacer, refusal(), patient);
			const shown = fake.elapsed();
			await expect(pacer.waitForTurn(patient)).rejects.toMatchObject({
				message: expect.stringMatching(/^Not sent: .* until 2026-03-02T1/),
				facts: { kind: 'refused' },
			});
			expect(shown).toBeLessThan(75_000);
			expect(fake.elapsed()).toBe(shown);

			// One call finds out two minutes later whether that is still so.
			await clock.sleep(124_000);
			(await pacer.waitForTurn(patient)).answered(named(498, 50));
			(await pacer.waitForTurn(patient)).answered(named(498, 50));
			expect(fake.elapsed()).toBeLessThan(shown + 127_000);
		});
	});

	describe('after a refusal that names a reset in 3 s although 499 of 500 are left', () => {
		const soon = () => String(Math.ceil(clock.now() / 1000) + 3);
		const usedUp = () => ({
			'x-ratelimit-remaining-requests': '0',
			'x-ratelimit-reset-requests': soon(),
		});
		const left = () => ({
			'x-ratelimit-limit-requests': '500',
			'x-ratelimit-remaining-requests': '490',
			'x-ratelimit-reset-requests': String(Math.ceil(clock.now() / 1000) + 50),
		});

		it('goes on after calls that fail and say nothing of the limit', async () => {
			const pacer = new Pacer();
			(await pacer.waitForTurn(pending)).answered(left());
			(await pacer.waitForTurn(pending)).answered(left());
			await once(pacer, { status: 429, headers: usedUp() });
			await once(pacer, { status: 410, headers: {} });
			await once(pacer, 'lost');
			for (let count = 20; count > 0; count--) (await pacer.waitForTurn(pending)).answered(left());
			expect(fake.elapsed()).toBeLessThan(15_000);
		});

		it('keeps to the limit that answers before it have named', () => {
			const limit = new Limit();
			limit.recordSent()({ limit: 500, left: 499, resetMs: 50_000 });
			limit.recordSent()({ left: 0, resetMs: 3_000 }, true);
			expect(limit.callsPerWindow).toBe(500);
		});

		it('believes what an answer of the same moment says is left', async () => {
			const pacer = new Pacer();
			(await pacer.waitForTurn(pending)).answered(left());
			(await pacer.waitForTurn(pending)).answered(left());
			const [one, other] = [await pacer.waitForTurn(pending), await pacer.waitForTurn(pending)];
			one.refused({ kind: 'refused', status: 429, headers: usedUp() });
			other.answered(left());
			for (let count = 20; count > 0; count--) (await pacer.waitForTurn(pending)).answered(left());
			expect(fake.elapsed()).toBeLessThan(15_000);
		});
	});

	it('does not believe that nothing is left where calls are served before the reset', async () => {
		const pacer = new Pacer();
		const headers = {
			'x-ratelimit-limit-requests': '5',
			'x-ratelimit-remaining-requests': '0',
			'x-ratelimit-reset-requests': String(Math.ceil(clock.now() / 1000) + 60),
		};
		const turns = [];
		for (let count = 4; count > 0; count--) turns.push(await pacer.waitForTurn(pending));
		for (const turn of turns) turn.answered(headers);
		for (let count = 40; count > 0; count--) (await pacer.waitForTurn(pending)).answered(headers);
		expect(fake.elapsed()).toBeLessThan(10_000);
	});

	it('ends a wait soon after the run is cancelled, for a window and for a place', async () => {
		const pacer = new Pacer(1);
		const run = new AbortController();
		const { signal } = run;
		await once(pacer, { status: 429, headers: { 'retry-after': '30' } });
		fake.at(5_000, () => run.abort());
		await expect(pacer.waitForTurn({ ...pending, signal })).rejects.toMatchObject({
			facts: { kind: 'cancelled' },
		});
		expect(fake.elapsed()).toBeLessThanOrEqual(5_250);

		const other = new AbortController();
		await pacer.waitForTurn({ ...pending });
		const waiting = pacer.waitForTurn({ ...pending, signal: other.signal });
		other.abort();
		await expect(waiting).rejects.toMatchObject({ facts: { kind: 'cancelled' } });
	});

	it('counts a body that is still arriving as in flight, until it ends or is forgotten', async () => {
		const pacer = new Pacer(1);
		let close = () => {};
		const ends = new Promise<void>((resolve) => (close = resolve));
		(await pacer.waitForTurn(pending)).answered({}, { closed: ends, begun: ends.then(() => true) });
		fake.at(7_000, close);
		const second = await pacer.waitForTurn(pending);
		expect(fake.elapsed()).toBeGreaterThanOrEqual(7_000);
		expect(fake.elapsed()).toBeLessThanOrEqual(9_000);
		second.answered({}, OPEN);
		const before = fake.elapsed();
		await once(pacer, 'answered');
		expect(fake.elapsed() - before).toBeGreaterThan(290_000);
		expect(fake.elapsed() - before).toBeLessThan(310_000);
	});

	it('holds no place for bodies where any number may be open', async () => {
		const pacer = new Pacer();
		for (let n = 0; n < 50; n++) (await pacer.waitForTurn(pending)).answered({}, OPEN);
		expect(fake.elapsed()).toBe(0);
		expect(pacer.isIdle).toBe(true);
	});
});
