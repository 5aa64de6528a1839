import { clock } from '../../core/clock';
import { type FailureFacts, ServiceFailure } from '../../core/failure';
import { verdictOf } from '../errors/verdict';

const WINDOW_MS = 30_000;
/** Our clock and the service's see a failure at slightly different times. */
const MARGIN_MS = 500;
const ALLOWED = 19;
/** A larger crowd would be held back longer than a call may wait. */
const LARGEST_CROWD = 70;
const MOST_CAUTION = 8;
/** Half of the caution is lost in so long a time without a block. */
const FORGET_MS = 600_000;

/**
 * Keeps fewer than 20 failures in any 30 s (docs/service.md#rate-limits), of all processes that share a key: the failures of others are not
 * reported, so those that no limit explains are divided among the processes that are stated, and among more after a block.
 */
export class FailureBudget {
	private failures: number[] = [];
	/** Those that no limit explains: other processes have as many. */
	private faults: number[] = [];
	/** What the service answered then: nothing, if no answer came. */
	fault?: Fault;
	private blockedAt = Number.NEGATIVE_INFINITY;
	private caution = 1;

	/** `processes`: how many share the key. */
	constructor(private readonly processes = 1) {}

	/** Notes a failure; without facts, no answer came. */
	note(facts?: FailureFacts): void {
		const now = clock.steady();
		this.failures.push(now);
		// A limit is no reason for others to fail.
		if (facts !== undefined && verdictOf(facts).reason === 'limit') return;
		this.faults.push(now);
		this.fault = { status: facts?.status, code: facts?.code };
	}

	/** Notes that the service has blocked the key. */
	noteBlock(): void {
		const now = clock.steady();
		if (now - this.blockedAt < WINDOW_MS) return;
		this.caution = Math.min(MOST_CAUTION, 4 * this.cautionAt(now));
		this.blockedAt = now;
	}

	/**
	 * Milliseconds until one more call may be sent, when every call in flight and this one might fail.
	 * Infinity while only calls in flight stand in the way.
	 */
	delay(inFlight: number): number {
		const now = clock.steady();
		this.failures = recent(this.failures, now, 1);
		this.faults = recent(this.faults, now, LARGEST_CROWD);
		const own = held(this.failures, inFlight, now, 1);
		const callers = this.processes * this.cautionAt(now);
		// Where nothing fails, calls that take long are not held back for what others might do.
		if (recent(this.faults, now, callers).length === 0) return own;
		return Math.max(own, held(this.faults, inFlight, now, callers));
	}

	private cautionAt(now: number): number {
		return 1 + (this.caution - 1) * 0.5 ** ((now - this.blockedAt) / FORGET_MS);
	}
}

function held(failures: number[], inFlight: number, now: number, callers: number): number {
	const counting = recent(failures, now, callers);
	const over = counting.length + inFlight - Math.max(1, Math.floor(ALLOWED / callers));
	if (over < 0) return 0;
	const oldest = counting[over];
	if (oldest === undefined) return inFlight > 0 ? Number.POSITIVE_INFINITY : 0;
	return oldest + windowMs(callers) + MARGIN_MS - now;
}

/** The failures that still count, by the steady clock. */
function recent(failures: number[], now: number, callers: number): number[] {
	return failures.filter((at) => now - at < windowMs(callers) + MARGIN_MS);
}

/** With more callers than failures allowed, each may fail once in a longer time. */
function windowMs(callers: number): number {
	return WINDOW_MS * Math.max(1, Math.min(callers, LARGEST_CROWD) / ALLOWED);
}

/** How a call failed: without status, no answer came. */
export type Fault = Pick<FailureFacts, 'status' | 'code'>;

/** The failure of a call that would have to wait `ms` milliseconds, longer than it may; `fault`: the latest failure, if failures hold it back. */
export function notSent(ms: number, fault?: Fault): ServiceFailure {
	const until = new Date(clock.now() + ms).toISOString();
	return new ServiceFailure(`Not sent: ${reason(until, fault)}`, {
		kind: 'refused',
		code: 'RATE_LIMIT_EXCEEDED',
		cure:
			fault === undefined
				? 'Run it again after that time, or raise Max Wait under Options > Retries and Limits.'
				: 'Fix what makes the calls fail, or run it again after that time.',
	});
}

function reason(until: string, fault?: Fault): string {
	if (fault === undefined) return `the service takes no more of these calls until ${until}`;
	const { status, code } = fault;
	const last = [status === undefined ? 'no answer' : `status ${status}`, code ?? ''];
	return (
		`too many calls have failed, and the service blocks a key that has more failures before ${until}. ` +
		`The latest failure: ${last.filter((part) => part !== '').join(', ')}`
	);
}
