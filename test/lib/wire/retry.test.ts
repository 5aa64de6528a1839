import { ServiceFailure, type FailureFacts } from '../../../lib/core/failure';
import { withRetry, type RetryPolicy } from '../../../lib/wire/retry';
import { withFakeClock } from '../core/fakeClock';

const fake = withFakeClock();

const failure = (facts: Partial<FailureFacts> = {}) =>
	new ServiceFailure('It is busy', { kind: 'refused', status: 503, ...facts });

const policy = (change: Partial<RetryPolicy> = {}): RetryPolicy => ({
	maxTries: 5,
	maxWaitMs: 120_000,
	repeatable: false,
	...change,
});

/** Fails with each of these in turn, then gives "done". */
function sender(...failures: unknown[]) {
	const left = [...failures];
	const send = jest.fn(async () => {
		if (left.length > 0) throw left.shift();
		return 'done';
	});
	return send;
}

describe('withRetry', () => {
	it.each([
		[0, 0],
		[1, 500],
		[2, 1_500],
		[3, 3_500],
		[4, 7_500],
	])('returns the answer after %i failures and %i ms', async (count, ms) => {
		const send = sender(...Array.from({ length: count }, () => failure()));
		await expect(withRetry(send, policy())).resolves.toBe('done');
		expect(send).toHaveBeenCalledTimes(count + 1);
		expect(fake.elapsed()).toBe(ms);
	});

	it('gives up after Max Attempts and says how often and how long it tried', async () => {
		const send = sender(...Array.from({ length: 9 }, () => failure({ requestId: 'ray-1' })));
		await expect(withRetry(send, policy({ maxTries: 3 }))).rejects.toMatchObject({
			message: 'It is busy (tried 3 times in 1.5 s)',
			facts: { status: 503, requestId: 'ray-1' },
		});
		expect(send).toHaveBeenCalledTimes(3);
	});

	it('says "once" when it may try only once', async () => {
		await expect(withRetry(sender(failure()), policy({ maxTries: 1 }))).rejects.toThrow(
			/^It is busy \(tried once\)$/,
		);
		expect(fake.elapsed()).toBe(0);
	});

	it('does not begin a wait that Max Wait has no room for, and names it', async () => {
		const slow = failure({ status: 429, headers: { 'retry-after': '90' } });
		await expect(withRetry(sender(slow), policy({ maxWaitMs: 60_000 }))).rejects.toThrow(
			'It is busy (tried once; the next try would have to wait 90 s, longer than Max Wait allows)',
		);
		expect(fake.elapsed()).toBe(0);
	});

	it('names a far reset that it would try before, where Max Wait has no room for that either', async () => {
		const headers = {
			'x-ratelimit-limit-requests': '20',
			'x-ratelimit-remaining-requests': '0',
			'x-ratelimit-reset-requests': '9000',
		};
		const usedUp = failure({ status: 429, headers });
		await expect(withRetry(sender(usedUp), policy({ maxWaitMs: 60_000 }))).rejects.toThrow(
			/would have to wait (about )?3 hours, longer than Max Wait allows/,
		);
		expect(fake.elapsed()).toBe(0);
	});

	it('counts the waits for limits in the time that the tries took', async () => {
		const headers = { 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '10' };
		const usedUp = failure({ status: 429, headers });
		await expect(
			withRetry(sender(usedUp, usedUp), policy({ maxTries: 2, maxWaitMs: 60_000 })),
		).rejects.toThrow(/tried 2 times in 10(\.\d)? s/);
	});

	it('names the failure of an earlier try where a limit ends the tries', async () => {
		const held = new ServiceFailure('Not sent: no more until 13:00', { kind: 'refused' });
		await expect(withRetry(sender(failure(), held), policy())).rejects.toMatchObject({
			message: 'Not sent: no more until 13:00. An earlier try failed: It is busy',
			facts: { kind: 'refused' },
		});
		const blocked = new ServiceFailure('Too many failures', { kind: 'refused', status: 429 });
		await expect(
			withRetry(sender(failure(), blocked, blocked), policy({ maxTries: 3 })),
		).rejects.toThrow(
			/^Too many failures \(tried 3 times in .* s\)\. An earlier try failed: It is busy$/,
		);
	});

	it('counts all waits of a call against Max Wait', async () => {
		const slow = failure({ status: 429, headers: { 'retry-after': '25' } });
		const send = sender(slow, slow, slow, slow);
		await expect(withRetry(send, policy({ maxWaitMs: 60_000 }))).rejects.toThrow(
			'(tried 3 times in 50 s; the next try would have to wait 25 s, longer than Max Wait allows)',
		);
		expect(fake.elapsed()).toBe(50_000);
	});

	it.each(['requests', 'tokens'])('counts a wait for used up %s alone', async (kind) => {
		const headers = {
			[`x-ratelimit-remaining-${kind}`]: '0',
			[`x-ratelimit-reset-${kind}`]: '50',
		};
		const usedUp = failure({ status: 429, headers });
		const send = sender(usedUp, usedUp);
		await expect(withRetry(send, policy({ maxWaitMs: 60_000 }))).resolves.toBe('done');
		expect(fake.elapsed()).toBeGreaterThan(60_000);
	});

	it('may wait exactly as long as Max Wait', async () => {
		const slow = failure({ status: 429, headers: { 'retry-after': '60' } });
		await expect(withRetry(sender(slow), policy({ maxWaitMs: 60_000 }))).resolves.toBe('done');
	});

	it('does not send a paid call again after a broken connection, but a free one', async () => {
		const cut = failure({ kind: 'unreachable', status: undefined, charge: 'possible' });
		const paid = sender(cut);
		await expect(withRetry(paid, policy())).rejects.toBe(cut);
		expect(paid).toHaveBeenCalledTimes(1);
		await expect(withRetry(sender(cut), policy({ repeatable: true }))).resolves.toBe('done');
	});

	it.each([400, 401, 402, 403, 404, 409, 422])(
		'hands on a %i at once and unchanged',
		async (status) => {
			const refusal = failure({ status });
			const send = sender(refusal);
			await expect(withRetry(send, policy({ repeatable: true }))).rejects.toBe(refusal);
			expect(send).toHaveBeenCalledTimes(1);
		},
	);

	it('hands on what is no failure of a call', async () => {
		const bug = new TypeError('undefined is not a function');
		await expect(withRetry(sender(bug), policy({ repeatable: true }))).rejects.toBe(bug);
	});

	it.each(['ECONNREFUSED', 'EAI_AGAIN', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH'])(
		'retries even a paid call if no connection was made (%s)',
		async (code) => {
			const unmet = failure({ kind: 'unreachable', status: undefined, code });
			await expect(withRetry(sender(unmet, unmet), policy())).resolves.toBe('done');
			await expect(withRetry(sender(unmet, unmet), policy({ maxTries: 2 }))).rejects.toThrow(
				/\(tried 2 times in [\d.]+ s\)$/,
			);
		},
	);

	it.each(['EHOSTUNREACH', 'ENETUNREACH', 'ERR_SSL_BAD_RECORD_TYPE', 'ETIMEDOUT'])(
		'never sends a paid call again where the line may have failed after it was sent (%s)',
		async (code) => {
			const cut = failure({ kind: 'unreachable', status: undefined, code, isUnsent: false });
			await expect(withRetry(sender(cut), policy())).rejects.toBe(cut);
		},
	);

	it('remembers that an earlier try of a call with an idempotency key may have been charged', async () => {
		const cut = failure({
			kind: 'unreachable',
			status: undefined,
			code: 'ECONNRESET',
			charge: 'possible',
		});
		const keyed = policy({ repeatable: true, maxTries: 3 });
		await expect(withRetry(sender(cut, failure(), failure()), keyed)).rejects.toMatchObject({
			message: 'It is busy (tried 3 times in 1.5 s)',
			facts: { charge: 'possible' },
		});
		const refusal = failure({ status: 400 });
		await expect(withRetry(sender(cut, refusal), keyed)).rejects.toMatchObject({
			message: 'It is busy',
			cause: refusal,
			facts: { status: 400, charge: 'possible' },
		});
		await expect(withRetry(sender(cut), keyed)).resolves.toBe('done');
	});

	it('says so too when the run is stopped before the next try', async () => {
		const cut = failure({ kind: 'unreachable', status: undefined, charge: 'possible' });
		const stop = new AbortController();
		const stopped = policy({
			repeatable: true,
			signal: stop.signal,
			onWait: () => stop.abort(),
		});
		await expect(withRetry(sender(cut), stopped)).rejects.toMatchObject({
			facts: { kind: 'cancelled', charge: 'possible' },
		});
	});

	it('reports each wait before it starts', async () => {
		const told: Array<[number, number]> = [];
		const onWait = (ms: number) => void told.push([fake.elapsed(), ms]);
		await withRetry(sender(failure(), failure()), policy({ onWait }));
		expect(told).toEqual([
			[0, 500],
			[500, 1_000],
		]);
	});

	it('sends nothing when cancelled before, and nothing more when cancelled in a wait', async () => {
		const unsent = sender();
		await expect(withRetry(unsent, policy({ signal: AbortSignal.abort() }))).rejects.toMatchObject({
			message: expect.stringMatching(/^The execution was cancell?ed$/),
			facts: { kind: 'cancelled' },
		});
		expect(unsent).not.toHaveBeenCalled();

		const controller = new AbortController();
		fake.at(2_000, () => controller.abort());
		const send = sender(failure({ status: 429, headers: { 'retry-after': '100' } }));
		await expect(withRetry(send, policy({ signal: controller.signal }))).rejects.toMatchObject({
			facts: { kind: 'cancelled' },
		});
		expect(send).toHaveBeenCalledTimes(1);
		expect(fake.elapsed()).toBeLessThan(2_300);
	});
});
