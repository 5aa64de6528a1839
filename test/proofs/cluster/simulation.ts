import type { IHttpRequestOptions } from 'n8n-workflow';

import { clock } from '../../../lib/base/clock';
import type { Account } from '../../../lib/http/account';
import { call } from '../../../lib/http/call';
import type { Caller } from '../../../lib/http/send';
import { redactor } from '../../../lib/base/redact';
import { sealOf } from '../../../lib/http/seal';
import type { ServiceFailure } from '../../../lib/base/failure';
import { Pacer } from '../../../lib/pacing/pacer';
import { chance, EventClock } from '../../lib/transport/eventClock';
import { KeyOfMany, type Answer, type Used } from './keyOfMany';

/** What is played: so many processes with one key, each with a pacer of its own. */
export interface Scenario {
	processes: number;
	/** Calls per minute that the service takes. */
	limit: number;
	/** Calls of all processes together. */
	calls: number;
	seed: number;
	/** How long after the one before each process starts, in milliseconds. */
	apartMs: number;
	/** Whether a caller that does not look at the limits takes half of them. */
	stranger: boolean;
	/** How far the clock of a process may be off, in milliseconds, ahead or behind. */
	skewMs: number;
	/** Share of the calls that the service answers with 500. */
	failing: number;
	/** How long the service cannot be reached, in milliseconds, from the middle of the least time on. */
	outageMs: number;
	/** Whether the credential states how many processes share the key. */
	stated: boolean;
}

/** What came of it. */
export interface Outcome {
	served: number;
	/** Calls that were refused because the window of the limit was used up. */
	refused: number;
	/** Of these, after the first two windows. */
	refusedLater: number;
	/** Answers of the block after too many failures. */
	blocked: number;
	/** Items whose error the user would see. */
	givenUp: number;
	/** Items whose calls failed as often as they may be tried. */
	unlucky: number;
	/** By the least time that the limit, the stranger and the failures allow. */
	ratio: number;
	/** The smallest part of its fair share that a process was served while all were working. */
	leastShare: number;
}

const MINUTE = 60_000;
const AT_ONCE = 5;
/** How long a call takes that is served, on average. */
const CALL_MS = 300;
const LONGEST_MS = 4 * 60 * MINUTE;

/** Plays a scenario in simulated time, through the call, the retries and the pacer that ship. */
export async function simulate(scenario: Scenario): Promise<Outcome> {
	const random = chance(scenario.seed * 7_919 + scenario.processes * 31 + scenario.limit);
	const time = new EventClock(random);
	time.install();
	try {
		const outageAt =
			leastTime({ ...scenario, outageMs: 0 }, { taken: scenario.calls, failed: 0 }) / 2;
		const service = new KeyOfMany(scenario, () => clock.now(), random, clock.now() + outageAt);
		let givenUp = 0;
		let unlucky = 0;
		let endedAt = 0;
		const each = shares(scenario);
		const run = async (process: number) => {
			await time.sleep(process * scenario.apartMs);
			service.joined(process);
			const skew = scenario.skewMs * Math.sign(random() - 0.5);
			const send = processWith(service, time, random, process, skew, scenario);
			let left = each[process] ?? 0;
			const worker = async () => {
				while (left > 0) {
					left--;
					await send(() => left).catch((error: ServiceFailure) => {
						if (error.facts.status === 500) unlucky++;
						else givenUp++;
					});
				}
			};
			await Promise.all(Array.from({ length: AT_ONCE }, worker));
			service.ended(process);
			endedAt = Math.max(endedAt, time.elapsed);
		};
		const work = Promise.all(each.map(async (_, process) => await run(process)));
		const stopped = { over: false };
		if (scenario.stranger) void strange(service, time, random, scenario.limit, stopped);
		await time.until(
			work.finally(() => (stopped.over = true)),
			LONGEST_MS,
		);
		const ratio = endedAt / leastTime(scenario, service.used);
		return { ...service.seen, givenUp, unlucky, ratio, leastShare: service.leastShare() };
	} finally {
		EventClock.restore();
	}
}

/** How many calls each process has to make. */
function shares({ processes, calls }: Scenario): number[] {
	return Array.from({ length: processes }, (_, index) => Math.floor((calls + index) / processes));
}

/** One process: its own pacer, its own idea of the time, and how it makes a call. */
function processWith(
	service: KeyOfMany,
	time: EventClock,
	random: () => number,
	process: number,
	skewMs: number,
	{ stated, processes }: Scenario,
) {
	const context: Caller = {
		getNode: () => ({}) as ReturnType<Caller['getNode']>,
		helpers: {
			httpRequestWithAuthentication: async () => {
				await time.sleep(20 + random() * 60);
				const answer = service.answer(process);
				if (answer.statusCode === 200) await time.sleep(100 + random() * 300);
				return withSkew(answer, skewMs);
			},
		},
	};
	const account: Account = {
		type: 'inferenceServiceApi',
		baseURL: 'http://service.test',
		namePrefix: 'service',
		pacer: new Pacer(undefined, stated ? processes : undefined),
		redact: redactor([]),
		id: String(process),
		seal: sealOf(''),
		endsWith: () => false,
	};
	const options: IHttpRequestOptions = { url: '/chat/completions', body: { model: 'a' } };
	return async (queued: () => number) =>
		await call(context, account, options, {
			bucket: 'text',
			maxTries: 5,
			maxWaitMs: 120_000,
			free: false,
			queued,
		});
}

/** The service's clock is as far ahead of that of a process as that of the process is behind. */
function withSkew(answer: Answer, skewMs: number): Answer {
	const { date, 'x-ratelimit-reset-requests': reset, ...headers } = answer.headers;
	if (date !== undefined) headers.date = new Date(Date.parse(date) + skewMs).toUTCString();
	if (reset !== undefined) {
		headers['x-ratelimit-reset-requests'] = String(Number(reset) + skewMs / 1000);
	}
	return { ...answer, headers };
}

/** A caller that does not look at the limits: half of them, evenly, served or not. */
async function strange(
	service: KeyOfMany,
	time: EventClock,
	random: () => number,
	limit: number,
	until: { over: boolean },
): Promise<void> {
	while (!until.over) {
		await time.sleep((2 * MINUTE * 2 * random()) / limit);
		if (!until.over) service.answer(-1);
	}
}

/**
 * The least time in which these calls could be made by someone who knows everything, in milliseconds: the windows that they fill, with
 * what the stranger was served, or the half minutes that the failures fill, and the last window's calls with five in flight in each process.
 */
export function leastTime(scenario: Scenario, { taken, failed }: Used): number {
	const { limit, outageMs, processes } = scenario;
	const windows = Math.ceil(taken / limit) - 1;
	const last = ((taken - windows * limit) * CALL_MS) / (AT_ONCE * processes);
	const byFailures = (Math.ceil(failed / 20) - 1) * 30_000;
	return Math.max(windows * MINUTE + last, byFailures) + outageMs;
}
