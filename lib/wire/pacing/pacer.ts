import { clock, wait, type Ending } from '../../core/clock';
import { cancelled, type FailureFacts } from '../../core/failure';
import { verdictOf } from '../errors/verdict';
import { Bucket } from './bucket';
import { FailureBudget, notSent, type Fault } from './failureBudget';
import { backoff, retryDelay } from '../errors/retryDelay';
import { retryAfter } from '../errors/rateHeaders';
import { Waiters } from './waiters';

/** A body that is not read to its end holds its place no longer. */
const LONGEST_BODY_MS = 300_000;
/** Processes that were refused together come back apart, within this part of the wait. */
const APART = 1 / 6;
/** A caller that had too many failures is blocked for so long (docs/maintainers/service.md#rate-limits). */
const BLOCK_MS = 30_000;
/** After more refusals in a row, what they name is not believed, and those that name nothing are a block. */
const CHANCE = 2;
/** Models that do not exist have a bucket too, and an expression can name any number of them. */
const MANY = 200;

/** A call that is waiting to be sent. */
export interface PendingCall {
	/** The bucket it counts against, as `bucketKey` names it. */
	bucket: string;
	/** How long it may be held back for one reason, in milliseconds; its turn among others may take longer. */
	patienceMs: number;
	signal?: Ending;
}

/** A call that was let through; exactly one of the four must be called. */
export interface Turn {
	/** `closed` comes when the body of the answer has ended, where it is still on its way. */
	answered(headers: Record<string, unknown>, closed?: Promise<void>): void;
	refused(facts: FailureFacts): void;
	/** It was sent and its answer did not arrive, which may have been a refusal. */
	lost(): void;
	/** It never reached the service, which was perhaps not there. */
	unsent(isDown: boolean): void;
}

/**
 * Says when the next call of one account may be sent, so that none is refused: by the limits that the answers report, the failures of the
 * last 30 s, and how many calls may be in flight. Shared by all nodes of the process; of other processes it knows what answers show.
 */
export class Pacer {
	private readonly buckets = new Map<string, Bucket>();
	private readonly waiters = new Waiters();
	private readonly budget: FailureBudget;
	private inFlight = 0;
	private pausedUntil = Number.NEGATIVE_INFINITY;
	/** Refusals without a reason, in a row. */
	private unexplained = 0;
	private unexplainedAt = 0;
	/** When it was last used, on the steady clock. */
	usedAt = 0;

	/** `processes`: how many share the account, where its credential states it. */
	constructor(
		private readonly most = Number.POSITIVE_INFINITY,
		private readonly processes?: number,
	) {
		this.budget = new FailureBudget(processes);
	}

	/** Waits until the call may be sent. Throws a ServiceFailure when the run is cancelled or the wait would be longer than the call allows. */
	async turn(call: PendingCall): Promise<Turn> {
		const bucket = this.bucketOf(call.bucket);
		try {
			for (;;) {
				if (call.signal?.aborted) throw cancelled();
				const turnMs = bucket.delay();
				const { ms, fault } = this.held(bucket);
				if (!(Math.max(turnMs, ms) > 0)) return this.start(bucket);
				if (ms !== Number.POSITIVE_INFINITY && ms > call.patienceMs) throw notSent(ms, fault);
				await this.waiters.wait(Math.ceil(Math.max(turnMs, ms)), call.signal);
			}
		} finally {
			this.usedAt = clock.steady();
		}
	}

	/** Whether nothing waits or is in flight. */
	get idle(): boolean {
		return this.inFlight === 0 && this.waiters.none;
	}

	/** Milliseconds until nothing but the turn of the call holds it back, and the latest failure, if failures do. */
	private held(bucket: Bucket): { ms: number; fault?: Fault } {
		if (bucket.inFlight >= bucket.most || this.inFlight >= this.most) {
			return { ms: Number.POSITIVE_INFINITY };
		}
		const byFailures = this.budget.delay(this.inFlight);
		const byRefusals = Math.max(this.pausedUntil - clock.steady(), bucket.paused());
		return byFailures > byRefusals
			? { ms: byFailures, fault: this.budget.fault }
			: { ms: byRefusals };
	}

	private bucketOf(key: string): Bucket {
		const known = this.buckets.get(key);
		if (known !== undefined) return known;
		if (this.buckets.size >= MANY) {
			for (const [other, { isIdle }] of this.buckets) if (isIdle) this.buckets.delete(other);
		}
		const bucket = new Bucket(key, this.processes);
		this.buckets.set(key, bucket);
		return bucket;
	}

	private start(bucket: Bucket): Turn {
		const learn = bucket.send();
		const sentAt = clock.steady();
		bucket.inFlight++;
		this.inFlight++;
		const end = () => {
			bucket.inFlight--;
			this.inFlight--;
			this.waiters.wake();
		};
		return {
			answered: (headers, closed) => {
				learn(headers);
				bucket.note(true);
				this.unexplained = 0;
				// Where an account may have only so many calls open, an answer that is still on its way is one of them.
				if (closed && this.most < Number.POSITIVE_INFINITY)
					void closedOrForgotten(closed).then(end);
				else end();
			},
			refused: (facts) => {
				const { limitOf } = verdictOf(facts);
				learn(facts.headers ?? {}, limitOf === 'calls');
				this.budget.note(facts);
				if (limitOf === 'key') this.block(facts, sentAt);
				else if (limitOf !== undefined) rest(bucket, facts);
				// Whoever answers with one of these has trouble of its own, which a slower pace eases.
				else if (Number(facts.status) >= 500) bucket.note(false);
				end();
			},
			lost: () => {
				this.budget.note();
				bucket.note(false);
				end();
			},
			unsent: (isDown) => {
				if (isDown) bucket.note(false);
				end();
			},
		};
	}

	/** Holds back every call of the key. */
	private block({ headers = {} }: FailureFacts, sentAt: number): void {
		const now = clock.steady();
		const random = clock.random();
		const named = retryAfter(headers);
		// Those that were in flight together are one.
		if (sentAt >= this.unexplainedAt) this.unexplained++;
		this.unexplainedAt = now;
		if (named === 0 && this.unexplained <= CHANCE) {
			// The first one may be chance: its own item waits.
			if (this.unexplained > 1) this.pausedUntil = now + backoff({ attempt: 2, random });
			return;
		}
		this.pausedUntil = Math.max(this.pausedUntil, now + (named || BLOCK_MS * (1 + APART * random)));
		this.budget.noteBlock();
	}
}

/** Holds back the calls of a bucket. */
function rest(bucket: Bucket, failure: FailureFacts): void {
	const random = clock.random();
	const attempt = Math.max(1, bucket.limit.refusals);
	const named = retryDelay({ failure, attempt, random, repeatable: false }) ?? 0;
	const ms = Math.max(named, attempt > CHANCE ? backoff({ attempt: attempt - 1, random }) : 0);
	bucket.pause(ms * (1 + APART * clock.random()));
}

async function closedOrForgotten(closed: Promise<void>): Promise<void> {
	const body = { aborted: false };
	await Promise.race([closed, wait(LONGEST_BODY_MS, body)]);
	body.aborted = true;
}

/** Those that were not used for so long are forgotten: an expression can name any number of accounts. */
const FORGOTTEN_MS = 600_000;

/** The pacers of this process, by account; a new process knows nothing of limits. */
export const pacers = new Map<string, Pacer>();

/** The pacer of an account, shared by all nodes of this process: `most` calls in flight at once, `processes` where the credential states them. */
export function pacerOf(account: string, most?: number, processes?: number): Pacer {
	const name = `${account} ${processes ?? ''}`;
	const pacer = pacers.get(name) ?? new Pacer(most, processes);
	pacers.set(name, pacer);
	pacer.usedAt = clock.steady();
	for (const [other, { idle, usedAt }] of pacers) {
		if (idle && pacer.usedAt - usedAt > FORGOTTEN_MS) pacers.delete(other);
	}
	return pacer;
}
