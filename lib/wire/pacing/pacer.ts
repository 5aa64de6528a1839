import { clock, wait } from '../../core/clock';
import { cancelledFailure, type FailureFacts } from '../../core/failure';
import type { AnswerBody } from '../../core/streams';
import { verdictOf } from '../errors/verdict';
import { Bucket } from './bucket';
import { FailureBudget, notSentFailure, type Fault } from './failureBudget';
import { backoff, namedDelay } from '../errors/retryDelay';
import { ASK_AGAIN_MS } from '../errors/rateHeaders';
import { modelDownFailure, Outage, PATIENCE_WITH_FAULT_MS } from './outage';
import { Pause } from './pause';
import { Waiters } from './waiters';

/** A body that is not read to its end holds its place no longer. */
const LONGEST_BODY_MS = 300_000;
/** Processes that were refused together come back apart, within this part of a minute's wait. */
const JITTER_FRACTION = 1 / 6;
/** A caller that had too many failures is blocked for so long (docs/maintainers/service.md#rate-limits). */
const BLOCK_MS = 30_000;
/** After more refusals in a row, a short wait that they name is not believed, and those without a reason are a block. */
const REFUSALS_BY_CHANCE = 2;
/** Models that do not exist have a bucket too, and an expression can name any number of them. */
const MAX_BUCKETS = 200;

/** A call that is waiting to be sent. */
export interface PendingCall {
	/** The bucket it counts against, as `bucketKey` names it. */
	bucket: string;
	/** The model that it goes to, as `modelKey` names it; by default its bucket. */
	model?: string;
	/** Whether another model can answer it. */
	leavesModel?: boolean;
	/** How long it may be held back for one reason, in milliseconds; its turn among others may take longer. */
	patienceMs: number;
	/** How much of that is over already where it is held back for a time far away, in milliseconds. */
	heldMs?: number;
	/** Whether it is about work that is paid for, and asks before others whether a pause is over. */
	goesFirst?: boolean;
	signal?: AbortSignal;
}

/** What holds a call back beside its turn among others. */
interface HoldBack {
	/** Milliseconds until it may try. */
	ms: number;
	/** Milliseconds until the time that is named. */
	untilMs: number;
	/** Whether that is doubted, as it is far away. */
	isFar?: boolean;
	/** The latest failure, if failures hold it back. */
	fault?: Fault;
}

/** A call that was let through; exactly one of the four must be called. */
export interface Turn {
	/** `body` is that of the answer where it is still on its way: until a part of it counts, the model is not known to answer. */
	answered(headers: Record<string, unknown>, body?: Pick<AnswerBody, 'closed' | 'begun'>): void;
	refused(facts: FailureFacts): void;
	/** It was sent and its answer did not arrive, which may have been a refusal. */
	lost(): void;
	/** It never reached the service; without facts, nothing was wrong with the way there. */
	unsent(facts?: FailureFacts): void;
}

/**
 * Says when the next call of one account may be sent, so that none is refused: by the limits that the answers report, the failures of the
 * last 30 s, and how many calls may be in flight. Shared by all nodes of the process; of other processes it knows what answers show.
 */
export class Pacer {
	private readonly buckets = new Map<string, Bucket>();
	private readonly outages = new Map<string, Outage>();
	private readonly waiters = new Waiters();
	private readonly failureBudget: FailureBudget;
	private inFlight = 0;
	/** How long refusals hold back every call. */
	private readonly pause = new Pause();
	/** Refusals without a reason, in a row, and what they refused. */
	private unexplained = { times: 0, at: 0, buckets: new Set<Bucket>() };
	/** When it was last used, on the steady clock. */
	usedAt = 0;

	/** `processes`: how many share the account, where its credential states it. */
	constructor(
		private readonly maxInFlight = Number.POSITIVE_INFINITY,
		private readonly processes?: number,
	) {
		this.failureBudget = new FailureBudget(processes);
	}

	/** Waits until the call may be sent. Throws a ServiceFailure when the run is cancelled or the wait would be longer than the call allows. */
	async waitForTurn(call: PendingCall): Promise<Turn> {
		const bucket = this.bucketOf(call.bucket);
		const outage = this.outageOf(call.model ?? call.bucket);
		const leavesAt = clock.steady() + PATIENCE_WITH_FAULT_MS;
		let { heldMs = 0 } = call;
		try {
			for (;;) {
				if (call.signal?.aborted) throw cancelledFailure();
				const mayAskIt = call.leavesModel === true && outage.fault !== undefined;
				const modelMs = mayAskIt ? outage.askDelayMs(leavesAt - clock.steady()) : outage.delayMs();
				if (modelMs === undefined) throw modelDownFailure(outage.fault);
				const turnMs = Math.max(bucket.delayMs(), modelMs);
				const pauses = [this.pause, bucket.pause, outage.pause];
				const { ms, untilMs, isFar, fault } = this.holdBackOf(bucket, pauses, call.goesFirst);
				if (!(Math.max(turnMs, ms) > 0)) return this.startCall(bucket, outage);
				// Nearer times are waited for one at a time: others may be faster after each.
				const leastMs = ms + (isFar ? heldMs : 0);
				if (ms !== Number.POSITIVE_INFINITY && leastMs > call.patienceMs)
					throw notSentFailure(untilMs, fault);
				const waitsFrom = clock.steady();
				await this.waiters.wait(Math.ceil(Math.max(turnMs, ms)), call.signal);
				if (isFar) heldMs += clock.steady() - waitsFrom;
			}
		} finally {
			this.usedAt = clock.steady();
		}
	}

	/** Whether nothing waits or is in flight. */
	get isIdle(): boolean {
		return this.inFlight === 0 && this.waiters.isEmpty;
	}

	/** What is known of a model, as `modelKey` names it. */
	outageOf(model: string): Outage {
		return entryOf(this.outages, model, () => new Outage());
	}

	private holdBackOf(bucket: Bucket, pauses: Pause[], goesFirst?: boolean): HoldBack {
		if (bucket.inFlight >= bucket.maxInFlight || this.inFlight >= this.maxInFlight) {
			return { ms: Number.POSITIVE_INFINITY, untilMs: 0 };
		}
		const byFailures = this.failureBudget.delayMs(this.inFlight);
		const byRefusals = Math.max(...pauses.map((pause) => pause.delayMs(goesFirst)));
		if (byFailures > byRefusals)
			return { ms: byFailures, untilMs: byFailures, fault: this.failureBudget.latestFault };
		const untilMs = Math.max(...pauses.map(({ leftMs }) => leftMs));
		const isFar = pauses.some((pause) => pause.isFar && pause.leftMs === untilMs);
		return { ms: byRefusals, untilMs, isFar };
	}

	private bucketOf(key: string): Bucket {
		return entryOf(this.buckets, key, () => new Bucket(key, this.processes));
	}

	private startCall(bucket: Bucket, outage: Outage): Turn {
		const recordAnswer = bucket.recordSent();
		const sentAt = clock.steady();
		const openCall = outage.startCall();
		const endsOfPauses = [this.pause, bucket.pause, outage.pause].map((pause) => pause.startCall());
		bucket.inFlight++;
		this.inFlight++;
		const release = (isServed: boolean) => {
			for (const endOfPause of endsOfPauses) endOfPause(isServed);
		};
		const end = () => {
			openCall.end();
			bucket.inFlight--;
			this.inFlight--;
			this.waiters.wakeAll();
		};
		const settle = (hasAnswered: boolean) => {
			openCall.settle(hasAnswered);
			this.waiters.wakeAll();
		};
		const noteModelFault = (facts: FailureFacts) => {
			const { modelFault } = verdictOf(facts);
			if (modelFault !== undefined) outage.noteFault(modelFault, facts, sentAt);
		};
		return {
			answered: (headers, body) => {
				recordAnswer(headers);
				outage.noteServiceUp(true);
				this.unexplained = { times: 0, at: 0, buckets: new Set() };
				release(true);
				if (body === undefined) settle(true);
				else void body.begun.then(settle);
				// Where an account may have only so many calls open, an answer that is still on its way is one of them.
				if (body && this.maxInFlight < Number.POSITIVE_INFINITY)
					void closedOrForgotten(body.closed).then(end);
				else end();
			},
			refused: (facts) => {
				const { limitOf } = verdictOf(facts);
				recordAnswer(facts.headers ?? {}, limitOf === 'calls');
				this.failureBudget.noteFailure(facts);
				if (limitOf === 'calls') holdFor(bucket.pause, bucket, facts);
				else if (limitOf === 'model') holdFor(outage.pause, bucket, facts);
				else if (limitOf !== undefined) this.noteUnexplained(bucket, facts, sentAt);
				// Whoever answers with one of these has trouble of its own, which a slower pace eases.
				else if (Number(facts.status) >= 500) outage.noteServiceUp(false);
				noteModelFault(facts);
				release(limitOf === undefined);
				settle(false);
				end();
			},
			lost: () => {
				this.failureBudget.noteFailure();
				outage.noteServiceUp(false);
				release(false);
				settle(false);
				end();
			},
			unsent: (facts) => {
				if (facts?.kind === 'unreachable') outage.noteServiceUp(false);
				if (facts !== undefined) noteModelFault(facts);
				release(false);
				settle(false);
				end();
			},
		};
	}

	/** Holds back the calls of a bucket or, if the refusal is about the key or several buckets are refused, every call. */
	private noteUnexplained(bucket: Bucket, facts: FailureFacts, sentAt: number): void {
		const { unexplained } = this;
		// Those that were in flight together are one.
		if (sentAt >= unexplained.at) unexplained.times++;
		unexplained.at = clock.steady();
		unexplained.buckets.add(bucket);
		const isOfKey = verdictOf(facts).limitOf === 'key';
		const isBlock = isOfKey || unexplained.times > REFUSALS_BY_CHANCE;
		// The first one may be chance: its own item waits.
		const unnamed = unexplained.times > 1 ? backoff({ attempt: 2, random: clock.random() }) : 0;
		// All of them may come back at the named moment; a guess is spread.
		const ms = namedDelay(facts) || apart(isBlock ? BLOCK_MS : unnamed);
		const pause = isOfKey || unexplained.buckets.size > 1 ? this.pause : bucket.pause;
		if (ms > 0) pause.hold(ms);
		if (isBlock) this.failureBudget.noteBlock();
	}
}

/** The entry of a key; where there are many, those that are of no more use are forgotten. */
function entryOf<T extends { isForgettable: boolean }>(
	entries: Map<string, T>,
	key: string,
	make: () => T,
): T {
	const known = entries.get(key);
	if (known !== undefined) return known;
	if (entries.size >= MAX_BUCKETS)
		for (const [other, { isForgettable }] of entries) if (isForgettable) entries.delete(other);
	const made = make();
	entries.set(key, made);
	return made;
}

/** Holds back calls after a refusal, the longer the more often their bucket is refused. */
function holdFor(pause: Pause, bucket: Bucket, facts: FailureFacts): void {
	const random = clock.random();
	const attempt = Math.max(1, bucket.limit.refusalsInRow);
	const named = namedDelay(facts) || backoff({ attempt, random });
	const least = attempt > REFUSALS_BY_CHANCE ? backoff({ attempt: attempt - 1, random }) : 0;
	pause.hold(apart(Math.max(named, least)));
}

/** A wait, and a little more. */
function apart(ms: number): number {
	return ms + Math.min(ms, ASK_AGAIN_MS) * JITTER_FRACTION * clock.random();
}

async function closedOrForgotten(closed: Promise<void>): Promise<void> {
	const body = { aborted: false };
	await Promise.race([closed, wait(LONGEST_BODY_MS, body)]);
	body.aborted = true;
}

/** Those that were not used for so long are forgotten: an expression can name any number of accounts. */
const PACER_KEPT_MS = 600_000;

/** The pacers of this process, by account; a new process knows nothing of limits. */
export const pacerByAccount = new Map<string, Pacer>();

/** The pacer of an account, shared by all nodes of this process: `maxInFlight` calls in flight at once, `processes` where the credential states them. */
export function pacerOf(account: string, maxInFlight?: number, processes?: number): Pacer {
	const name = `${account} ${processes ?? ''}`;
	const pacer = pacerByAccount.get(name) ?? new Pacer(maxInFlight, processes);
	pacerByAccount.set(name, pacer);
	pacer.usedAt = clock.steady();
	for (const [other, { isIdle: idle, usedAt }] of pacerByAccount) {
		if (idle && pacer.usedAt - usedAt > PACER_KEPT_MS) pacerByAccount.delete(other);
	}
	return pacer;
}
