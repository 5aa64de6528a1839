import type { IHttpRequestOptions } from 'n8n-workflow';

import { clock } from '../../../lib/core/clock';
import type { ServiceFailure } from '../../../lib/core/failure';
import { redactor } from '../../../lib/core/redact';
import { type Account, storageCipherOf } from '../../../lib/wire/account';
import { sendLookUp } from '../../../lib/wire/lookUp';
import type { Caller } from '../../../lib/wire/send';
import { Pacer } from '../../../lib/wire/pacing/pacer';
import { chance, EventClock } from '../../lib/core/eventClock';
import { KeyOfMany, type Answer } from './keyOfMany';
import { leastTime } from './leastTime';
import type { Kind } from './limiters';

/** What is played: so many processes with one key, each with a pacer of its own. */
export interface Scenario {
	processes: number;
	limiter: Kind;
	/** Calls per minute that the service takes. */
	limit: number;
	/** Part of the limit that was used before the start. */
	usedBefore: number;
	/** Calls of all processes together. */
	calls: number;
	seed: number;
	/** How long answers take, in seconds: evenly in the logarithm between the two. */
	answers: [number, number];
	/** Whether a caller that does not look at the limits takes half of them. */
	stranger: boolean;
	/** How far the clock of a process may be off, in milliseconds, ahead or behind. */
	skewMs: number;
	/** Share of the calls that the service answers with 500. */
	failing: number;
	/** How long the service cannot be reached, in milliseconds, from the middle of the least time on. */
	outageMs: number;
	/** How many processes the credential states. */
	stated?: number;
}

/** What came of it. */
export interface Outcome {
	served: number;
	/** Calls that were refused because the limit was used up. */
	refused: number;
	/** Of these, after the first two windows. */
	refusedLater: number;
	/** Answers of the block after too many failures. */
	blocked: number;
	/** Items whose error the user would see. */
	givenUp: number;
	/** Items whose calls failed as often as they may be tried. */
	unlucky: number;
	/** By the least time that the limiter, the stranger and the failures allow. */
	ratio: number;
	/** The smallest part of its fair share that a process was served while all were working. */
	leastShare: number;
	/** Seconds between two calls, at most. */
	silence: number;
}

/** How many calls a process has in flight. */
export const AT_ONCE = 5;
const MODELS = 2;
const LONGEST_MS = 24 * 3_600_000;

/** Tokens of one call after another. */
export function tokensOf(seed: number): () => number {
	const random = chance(seed + 5);
	return () => 500 + Math.floor(random() * 1_000);
}

/** Plays a scenario in simulated time, through the call, the retries and the pacer that ship. */
export async function simulate(scenario: Scenario): Promise<Outcome> {
	const { seed, processes, limit, limiter } = scenario;
	const random = chance(seed * 7_919 + processes * 31 + limit);
	const time = new EventClock(random);
	time.install();
	try {
		const models = limiter === 'models and tokens' ? MODELS : 1;
		const planned = Array.from({ length: scenario.calls }, (_, n) => ({
			...{ model: n % models, failed: false },
		}));
		const outageAt =
			scenario.outageMs > 0 ? leastTime({ ...scenario, outageMs: 0 }, planned, []) / 2 : 0;
		const service = new KeyOfMany(scenario, () => clock.now(), random, clock.now() + outageAt);
		const durations: number[] = [];
		const tokens = tokensOf(seed);
		let [givenUp, unlucky, endedAt] = [0, 0, 0];
		const each = shares(scenario);
		const run = async (process: number) => {
			service.joined(process);
			const send = processWith({ scenario, service, time, random, process, durations, tokens });
			let left = each[process] ?? 0;
			const worker = async () => {
				while (left > 0) {
					const model = left-- % models;
					await send(model).catch((error: ServiceFailure) => {
						if (error.facts.status === 500) unlucky++;
						else givenUp++;
					});
				}
			};
			if ((each[process] ?? 0) > 0) await Promise.all(Array.from({ length: AT_ONCE }, worker));
			service.ended(process);
			endedAt = Math.max(endedAt, time.elapsed);
		};
		const work = Promise.all(each.map(async (_, process) => await run(process)));
		const stopped = { over: false };
		if (scenario.stranger) void strange(service, time, random, limit, stopped);
		await time.until(
			work.finally(() => (stopped.over = true)),
			LONGEST_MS,
		);
		const ratio = endedAt / leastTime(scenario, service.used, durations);
		const [leastShare, silence] = [service.leastShare(), service.silence()];
		return { ...service.seen, givenUp, unlucky, ratio, leastShare, silence };
	} finally {
		EventClock.restore();
	}
}

/** How many calls each process has to make. */
function shares({ processes, calls }: Scenario): number[] {
	return Array.from({ length: processes }, (_, index) => Math.floor((calls + index) / processes));
}

interface Process {
	scenario: Scenario;
	service: KeyOfMany;
	time: EventClock;
	random: () => number;
	process: number;
	/** How long each call that was taken took. */
	durations: number[];
	tokens: () => number;
}

/** One process: its own pacer, its own idea of the time, and how it makes a call. */
function processWith({ scenario, service, time, random, process, durations, tokens }: Process) {
	const skewMs = scenario.skewMs * Math.sign(random() - 0.5);
	const [least, most] = scenario.answers;
	const context: Caller = {
		getNode: () => ({}) as ReturnType<Caller['getNode']>,
		helpers: {
			httpRequest: async () => await Promise.reject(new Error('The host is not this machine')),
			httpRequestWithAuthentication: async (_type: string, { body }: IHttpRequestOptions) => {
				const model = Number((body as { model: string }).model);
				const way = 20 + random() * 60;
				await time.sleep(way);
				const answer = service.answer(process, model, tokens());
				const takes = answer.statusCode === 200 ? least * 1000 * (most / least) ** random() : 0;
				if (answer.statusCode !== 429) durations.push(way + takes);
				await time.sleep(takes);
				return withSkew(answer, clock.now(), skewMs);
			},
		},
	};
	const account: Account = {
		type: 'inferenceServiceApi',
		baseURL: 'http://service.test',
		namePrefix: 'service',
		pacer: new Pacer(undefined, scenario.stated),
		redact: redactor([]),
		id: String(process),
		keyId: String(process),
		limits: {},
		seal: storageCipherOf(''),
		keyEndsWith: () => false,
	};
	return async (of: number) => {
		const options = { url: '/chat/completions', body: { model: String(of) } };
		return await sendLookUp(context, account, options as IHttpRequestOptions, {
			bucket: 'text',
			maxTries: 5,
			maxWaitMs: 120_000,
			paid: true,
		});
	};
}

/** The service's clock is as far ahead of that of a process as that of the process is behind. */
function withSkew(answer: Answer, now: number, skewMs: number): Answer {
	const { 'x-ratelimit-reset-requests': reset, ...headers } = answer.headers;
	headers.date = new Date(now + skewMs).toUTCString();
	if (reset !== undefined) {
		const at = Number(reset);
		const shifted = at > 1e12 ? at + skewMs : at > 1e9 ? at + skewMs / 1000 : reset;
		headers['x-ratelimit-reset-requests'] = String(shifted);
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
		await time.sleep((4 * 60_000 * random()) / limit);
		if (!until.over) service.answer(-1, 0, 0);
	}
}
