import type { IHttpRequestOptions } from 'n8n-workflow';

import { clock } from '../../../../lib/core/clock';
import type { ServiceFailure } from '../../../../lib/core/failure';
import { redactor } from '../../../../lib/core/redact';
import { type Account, storageCipherOf } from '../../../../lib/wire/account';
import { Pacer } from '../../../../lib/wire/pacing/pacer';
import type { Caller } from '../../../../lib/wire/send';
import { senderFor } from '../../../../lib/wire/steps';
import { chance, EventClock } from '../../core/eventClock';

const SEAL = storageCipherOf('');
const send = senderFor('lookUp', {});
const MINUTE = 60_000;
const DAY = 86_400;

const KINDS = {
	chat: { url: '/chat/completions', bucket: 'text' as const, free: false },
	picture: { url: '/image/generate', bucket: 'image' as const, free: false },
	poll: { url: '/video/retrieve', bucket: '/video/retrieve' as const, free: true, maxTries: 1 },
	list: { url: '/models', bucket: '/models' as const, free: true },
};
type Kind = keyof typeof KINDS;
const ALL = Object.keys(KINDS) as Kind[];

/** How a header names a time so many seconds from now. */
const FORMS: Record<string, (seconds: number) => string> = {
	'seconds from now': (seconds) => String(seconds),
	'seconds with a part': (seconds) => `${seconds}.5`,
	milliseconds: (seconds) => String(seconds * 1000),
	'Unix seconds': (seconds) => String(Math.round(clock.now() / 1000) + seconds),
	'Unix milliseconds': (seconds) => String(clock.now() + seconds * 1000),
	'a duration': (seconds) => `${Math.floor(seconds / 3600)}h${seconds % 3600}s`,
	'an HTTP date': (seconds) => new Date(clock.now() + seconds * 1000).toUTCString(),
	'an ISO date': (seconds) => new Date(clock.now() + seconds * 1000).toISOString(),
	'no time': () => 'soon',
};
const SECONDS = [5, 60, 90, 3_600, DAY];

interface Refusal {
	of: Kind;
	/** Seconds that are named, and how. */
	seconds: number;
	form: string;
	/** Whether the headers of the limit come too. */
	namesLimit: boolean;
	/** How long it is really refused, in milliseconds. */
	lastsMs: number;
	body?: unknown;
}

let time: EventClock;
beforeEach(() => {
	time = new EventClock(chance(7));
	time.install();
});
afterEach(() => EventClock.restore());

/** A service that refuses one kind of call for a while, and what reaches it. */
function serviceWith({ of, seconds, form, namesLimit, lastsMs, body }: Refusal) {
	const seen: Array<{ kind: Kind; at: number; ok: boolean }> = [];
	let refusesUntil = -1;
	const answer = (url: string) => {
		const kind = ALL.find((one) => KINDS[one].url === url) as Kind;
		// The first one begins it.
		if (kind === of && refusesUntil < 0) refusesUntil = time.elapsed + lastsMs;
		const ok = kind !== of || time.elapsed > refusesUntil;
		seen.push({ kind, at: time.elapsed, ok });
		if (ok) return { statusCode: 200, headers: {}, body: '{}' };
		const named = FORMS[form]?.(seconds) ?? '';
		const limit = {
			'x-ratelimit-limit-requests': '20',
			'x-ratelimit-remaining-requests': '0',
			'x-ratelimit-reset-requests': named,
		};
		const headers = { 'retry-after': named, ...(namesLimit ? limit : {}) };
		return { statusCode: 429, headers, body: body ?? 'Slow down' };
	};
	const helpers = {
		httpRequest: async () => await Promise.reject(new Error('The host is not this machine')),
		httpRequestWithAuthentication: async (_type: string, { url }: IHttpRequestOptions) => {
			await time.sleep(50);
			return answer(url);
		},
	};
	const context = { getNode: () => ({}), helpers } as unknown as Caller;
	const account: Account = {
		...{ type: 'inferenceServiceApi', baseURL: 'http://service.test', namePrefix: 'service' },
		...{ pacer: new Pacer(), redact: redactor([]), id: 'one', keyId: 'one', seal: SEAL },
		keyEndsWith: () => false,
		limits: {},
	};
	/** Sends one call; how long it took, and its failure, if it failed. */
	const call = async (kind: Kind, maxWaitMs = 120_000) => {
		const { url, free, ...how } = KINDS[kind];
		const from = time.elapsed;
		const request = { method: 'POST', url, body: { model: 'm' } } as const;
		const failure = await send({
			...{ payer: { context, account }, request, paid: !free },
			...{ maxTries: 20, maxWaitMs, ...how, goesFirst: kind === 'poll' },
		}).then(
			() => undefined,
			(error: ServiceFailure) => error,
		);
		return { ms: time.elapsed - from, failure };
	};
	/** Asks after a job, as often as its polls fail. */
	const poll = async (tries = 20) => {
		const from = time.elapsed;
		for (let left = tries; left > 0; left--) {
			if ((await call('poll')).failure === undefined) return { ms: time.elapsed - from };
			await time.sleep(2_000);
		}
		return { ms: time.elapsed - from, failure: 'lost' };
	};
	const refusals = () => seen.filter(({ ok }) => !ok);
	return { call, poll, seen, refusals };
}

const cells = ALL.flatMap((of) =>
	[true, false].flatMap((namesLimit) =>
		Object.keys(FORMS).flatMap((form) =>
			SECONDS.map((seconds) => ({ of, namesLimit, form, seconds })),
		),
	),
);

describe('one refusal that names a time, near or far, in any form', () => {
	it.each(cells)(
		'a $of is asked again within a minute or so, others at once: $seconds s as $form, limit named: $namesLimit',
		async ({ of, ...refusal }) => {
			const service = serviceWith({ of, ...refusal, lastsMs: 0 });
			const others = ALL.filter((kind) => kind !== of);
			const first = of === 'poll' ? service.poll() : service.call(of);
			const waited: number[] = [];
			const beside = async () => {
				await time.sleep(1_000);
				for (const kind of others) {
					const { ms, failure } = await service.call(kind);
					expect(failure).toBeUndefined();
					waited.push(ms);
				}
			};
			const work = Promise.all([first, beside()]);
			await time.until(work, 2 * 3_600_000);
			const [{ ms, failure }] = await work;
			expect(failure).toBeUndefined();
			expect(ms).toBeLessThan(75_000);
			expect(Math.max(...waited)).toBe(50);
			expect(service.refusals()).toHaveLength(1);
			for (const kind of ALL)
				expect(service.seen.filter((one) => one.ok && one.kind === kind)).toHaveLength(1);
		},
	);
});

describe('a refusal that is meant', () => {
	const refusal = { seconds: 4 * 3_600, form: 'seconds from now', lastsMs: 4 * 3_600_000 };
	const cases = [true, false].map((namesLimit) => ({ ...refusal, namesLimit }));

	it.each(cases)(
		'is met by one call a minute later, and the items fail with its time, limit named: $namesLimit',
		async (meant) => {
			const service = serviceWith({ of: 'picture', ...meant });
			const work = Promise.all(
				Array.from({ length: 30 }, async () => await service.call('picture')),
			);
			await time.until(work, 3_600_000);
			const results = await work;
			for (const { ms, failure } of results) {
				expect(ms).toBeLessThan(130_000);
				expect(failure?.message).toMatch(/2026-03-01T16:0|about 4 hours/);
			}
			const together = service.refusals().filter(({ at }) => at < 1_000).length;
			expect(together).toBeLessThanOrEqual(19);
			expect(service.refusals().length - together).toBe(1);
		},
	);

	it.each(cases)(
		'is asked again after one, two, four, eight and then ten minutes, limit named: $namesLimit',
		async (meant) => {
			const service = serviceWith({ of: 'chat', ...meant });
			await time.until(service.call('chat', 2 * 3_600_000), 5 * 3_600_000);
			const at = service.refusals().map((one) => one.at);
			const gaps = at.slice(1).map((ms, index) => Math.round((ms - (at[index] ?? 0)) / MINUTE));
			expect(gaps.slice(0, 6)).toEqual([1, 2, 4, 8, 10, 10]);
		},
	);

	it('holds back a poll no longer than a job may take, and asks with it before others', async () => {
		const blocked = 'Too many failed requests: please wait 30 seconds and try again';
		const body = JSON.stringify({ error: blocked });
		const block = { seconds: 300, form: 'seconds from now', namesLimit: false, lastsMs: 0, body };
		const service = serviceWith({ of: 'chat', ...block });
		const chat = service.call('chat');
		const work = Promise.all([chat, time.sleep(1_000).then(async () => await service.poll())]);
		await time.until(work, 3_600_000);
		expect((await chat).failure).toBeUndefined();
		expect(service.seen.map(({ kind, ok }) => `${kind} ${ok}`)).toEqual([
			'chat false',
			'poll true',
			'chat true',
		]);
	});

	it('holds back every call where its words say that the key is blocked', async () => {
		const body = JSON.stringify({ error: 'Too many failed attempts, wait 30 seconds' });
		const block = { seconds: 30, form: 'seconds from now', namesLimit: false, lastsMs: 0, body };
		const service = serviceWith({ of: 'chat', ...block });
		const picture = time.sleep(1_000).then(async () => await service.call('picture'));
		await time.until(Promise.all([service.call('chat'), picture]), 3_600_000);
		expect((await picture).ms).toBeGreaterThan(28_000);
	});

	it('holds back every call once two kinds in a row are refused without a reason', async () => {
		const pacer = new Pacer();
		for (const bucket of ['text', 'image']) {
			const turn = await pacer.waitForTurn({ bucket, patienceMs: 60_000 });
			turn.refused({ kind: 'refused', status: 429, headers: { 'retry-after': '20' } });
		}
		const list = pacer.waitForTurn({ bucket: '/models', patienceMs: 60_000 });
		await time.until(list, 3_600_000);
		expect(time.elapsed).toBeGreaterThanOrEqual(20_000);
	});
});
