import { clock, wait, type Ending } from '../clock';
import { FailureBudget } from './failureBudget';
import { cancelled, ServiceFailure, type FailureFacts } from '../errors/failure';
import { Bucket } from './bucket';
import { isBlock, retryDelay } from '../http/retryDelay';

/** A body that is not read to its end holds its place no longer. */
const LONGEST_BODY_MS = 300_000;
const LOOK_AGAIN_MS = 1_000;
/** Models that do not exist have a bucket too, and an expression can name any number of them. */
const MANY = 200;

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
	private readonly buckets = new Map<string, Bucket>();
	private readonly watchers = new Set<() => void>();
	private readonly budget: FailureBudget;
	private inFlight = 0;
	private pausedUntil = 0;
	/** When answers whose bodies are on their way began to come, where an account may have only so many calls open. */
	private readonly bodies = new Set<{ since: number }>();

	/** When it was last used, in Unix milliseconds. */
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
		const bucket = this.bucket(call.bucket);
		bucket.waiting++;
		try {
			for (;;) {
				if (call.signal?.aborted) throw cancelled();
				const demand = bucket.waiting + (call.queued?.() ?? 0);
				const turnMs = bucket.delay(demand);
				const heldMs = this.held(bucket);
				if (Math.max(turnMs, heldMs) <= 0) return this.start(bucket);
				if (heldMs !== Number.POSITIVE_INFINITY && heldMs > call.patienceMs) throw usedUp(heldMs);
				await this.change(Math.max(turnMs, heldMs), call.signal);
			}
		} finally {
			bucket.waiting--;
			this.usedAt = clock.now();
		}
	}

	private bucket(key: string): Bucket {
		const known = this.buckets.get(key);
		if (known !== undefined) return known;
		if (this.buckets.size >= MANY) {
			for (const [other, known] of this.buckets) if (known.isIdle) this.buckets.delete(other);
		}
		const bucket = new Bucket(key, this.processes);
		this.buckets.set(key, bucket);
		return bucket;
	}

	/** Whether nothing waits or is in flight. */
	get idle(): boolean {
		return this.inFlight === 0 && this.watchers.size === 0;
	}

	/** Milliseconds until nothing but the turn of the call holds it back. */
	private held(bucket: Bucket): number {
		const now = clock.now();
		if (bucket.inFlight >= bucket.most || this.inFlight >= this.most)
			return Number.POSITIVE_INFINITY;
		if (this.inFlight + this.bodies.size >= this.most && this.open(now) >= this.most) {
			return LOOK_AGAIN_MS;
		}
		const counted = Math.max(...[...this.buckets.values()].map(({ callers }) => callers));
		const budget = this.budget.delay(this.inFlight, counted);
		return Math.max(this.pausedUntil - now, budget, bucket.held());
	}

	private open(now: number): number {
		for (const body of this.bodies) {
			if (now - body.since > LONGEST_BODY_MS) this.bodies.delete(body);
		}
		return this.inFlight + this.bodies.size;
	}

	private wake(): void {
		for (const watcher of [...this.watchers]) watcher();
	}

	private async holdPlace(closed: Promise<void>): Promise<void> {
		const body = { since: clock.now() };
		this.bodies.add(body);
		await closed;
		this.bodies.delete(body);
		this.wake();
	}

	private start(bucket: Bucket): Turn {
		const learn = bucket.send();
		bucket.inFlight++;
		this.inFlight++;
		const end = () => {
			bucket.inFlight--;
			this.inFlight--;
			this.wake();
		};
		return {
			answered: (headers, closed) => {
				learn(headers);
				bucket.note(true);
				if (closed && this.most < Number.POSITIVE_INFINITY) void this.holdPlace(closed);
				end();
			},
			refused: (facts) => {
				learn(facts.headers ?? {});
				const isLimit = facts.status === 429;
				this.budget.note(isLimit);
				if (isLimit) this.pause(bucket, facts);
				else if (Number(facts.status) >= 500) bucket.note(false);
				end();
			},
			lost: () => {
				this.budget.note(false);
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

	/** Waits `ms` milliseconds, or until a call in flight has ended or the signal is aborted. */
	private async change(ms: number, signal?: Ending): Promise<void> {
		const timer = { aborted: false };
		let stop = () => {};
		const ended = new Promise<void>((resolve) => {
			stop = () => {
				timer.aborted = true;
				this.watchers.delete(stop);
				signal?.removeEventListener('abort', stop);
				resolve();
			};
			this.watchers.add(stop);
			signal?.addEventListener('abort', stop);
		});
		if (ms !== Number.POSITIVE_INFINITY) void wait(ms, timer).then(stop);
		await ended;
	}
}

function usedUp(ms: number): ServiceFailure {
	const until = new Date(clock.now() + ms).toISOString();
	return new ServiceFailure(`Not sent: the service takes no more of these calls until ${until}`, {
		kind: 'refused',
		code: 'RATE_LIMIT_EXCEEDED',
		cure: 'Run it again after that time, or raise Max Wait under Retries and Limits.',
	});
}
