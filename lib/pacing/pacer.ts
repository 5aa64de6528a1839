import { clock, type Ending } from '../base/clock';
import { FailureBudget } from './failureBudget';
import { cancelled, type FailureFacts } from '../base/failure';
import type { Bucket } from './bucket';
import { Buckets } from './buckets';
import { notSent, type Fault } from './notSent';
import { OpenBodies } from './openBodies';
import { Waiters } from './waiters';
import { isBlock, retryDelay } from './retryDelay';

const LOOK_AGAIN_MS = 1_000;

/** A call that is waiting to be sent. */
export interface PendingCall {
	/** The bucket it counts against, as `bucketKey` names it. */
	bucket: string;
	/** How many more calls of the run come after those that already wait here. */
	queued?(): number;
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
	private readonly buckets: Buckets;
	private readonly waiters = new Waiters();
	private readonly bodies = new OpenBodies();
	private readonly budget: FailureBudget;
	private inFlight = 0;
	private pausedUntil = 0;
	/** When it was last used, in Unix milliseconds. */
	usedAt = 0;

	/** `processes`: how many share the account, where its credential states it. */
	constructor(
		private readonly most = Number.POSITIVE_INFINITY,
		processes?: number,
	) {
		this.buckets = new Buckets(processes);
		this.budget = new FailureBudget(processes);
	}

	/** Waits until the call may be sent. Throws a ServiceFailure when the run is cancelled or the wait would be longer than the call allows. */
	async turn(call: PendingCall): Promise<Turn> {
		const bucket = this.buckets.of(call.bucket);
		bucket.waiting++;
		try {
			for (;;) {
				if (call.signal?.aborted) throw cancelled();
				const demand = bucket.waiting + (call.queued?.() ?? 0);
				const turnMs = bucket.delay(demand);
				const { ms, fault } = this.held(bucket);
				if (Math.max(turnMs, ms) <= 0) return this.start(bucket);
				if (ms !== Number.POSITIVE_INFINITY && ms > call.patienceMs) throw notSent(ms, fault);
				await this.waiters.wait(Math.max(turnMs, ms), call.signal);
			}
		} finally {
			bucket.waiting--;
			this.usedAt = clock.now();
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
		if (this.inFlight + this.bodies.count >= this.most) return { ms: LOOK_AGAIN_MS };
		const { callers, perMinute } = this.buckets;
		const byFailures = this.budget.delay(this.inFlight, callers, perMinute);
		const byLimits = Math.max(this.pausedUntil - clock.now(), bucket.held());
		return byFailures > byLimits ? { ms: byFailures, fault: this.budget.fault } : { ms: byLimits };
	}

	private start(bucket: Bucket): Turn {
		const learn = bucket.send();
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
				this.budget.noteServed();
				if (closed && this.most < Number.POSITIVE_INFINITY) {
					void this.bodies.add(closed).then(() => this.waiters.wake());
				}
				end();
			},
			refused: (facts) => {
				const isLimit = facts.status === 429;
				learn(facts.headers ?? {}, isLimit);
				this.budget.note(facts);
				if (isLimit) this.pause(bucket, facts);
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

	private pause(bucket: Bucket, failure: FailureFacts): void {
		const now = clock.now();
		const how = { failure, attempt: 1, now, random: clock.random(), repeatable: false };
		const until = now + (retryDelay(how) ?? 0);
		if (isBlock(failure)) {
			this.pausedUntil = Math.max(this.pausedUntil, until);
			this.budget.noteBlock();
		} else bucket.pause(until);
	}
}
