import { clock } from '../../core/clock';
import { type FailureFacts, ServiceFailure } from '../../core/failure';
import { verdictOf } from '../errors/verdict';

const FAILURE_WINDOW_MS = 30_000;
/** Our clock and the service's see a failure at slightly different times. */
const CLOCK_MARGIN_MS = 500;
const ALLOWED_FAILURES = 19;
/** One failure in two windows: a call that would be held back for longer may fail instead of waiting. */
const LEAST = 0.5;
/** What a block has left of our part doubles in so long. */
const DOUBLED_MS = 600_000;

/**
 * Keeps fewer than 20 failures in any 30 s (docs/maintainers/service.md#rate-limits), of all processes that share a key: the failures of others
 * are not reported. Those that no limit explains are divided among the processes that are stated; after a block, our part is half of what we had then.
 */
export class FailureBudget {
	private failureTimes: number[] = [];
	/** Those that no limit explains: other processes have as many. */
	private unexplainedFailureTimes: number[] = [];
	/** What the service answered then: nothing, if no answer came. */
	latestFault?: Fault;
	private readonly stated: number;
	private blocked = { at: Number.NEGATIVE_INFINITY, allowed: ALLOWED_FAILURES };

	/** `processes`: how many share the key. */
	constructor(processes = 1) {
		this.stated = Math.max(LEAST, ALLOWED_FAILURES / processes);
	}

	/** Notes a failure; without facts, no answer came. */
	noteFailure(facts?: FailureFacts): void {
		const now = clock.steady();
		this.failureTimes.push(now);
		// A limit is no reason for others to fail.
		if (facts !== undefined && verdictOf(facts).reason === 'limit') return;
		this.unexplainedFailureTimes.push(now);
		this.latestFault = { status: facts?.status, code: facts?.code };
	}

	/** Notes that the service has blocked the key, though each process believed to stay below its part. */
	noteBlock(): void {
		const at = clock.steady();
		if (at - this.blocked.at < FAILURE_WINDOW_MS) return;
		const own = countedFailures(this.unexplainedFailureTimes, at, ALLOWED_FAILURES).length;
		this.blocked = { at, allowed: Math.max(1, Math.min(own, this.allowed) / 2) };
	}

	/**
	 * Milliseconds until one more call may be sent, when every call in flight and this one might fail.
	 * Infinity while only calls in flight stand in the way.
	 */
	delayMs(inFlight: number): number {
		const now = clock.steady();
		const { allowed } = this;
		this.failureTimes = countedFailures(this.failureTimes, now, ALLOWED_FAILURES);
		this.unexplainedFailureTimes = countedFailures(this.unexplainedFailureTimes, now, LEAST);
		const ownDelayMs = delayForFailures(this.failureTimes, inFlight, now, ALLOWED_FAILURES);
		const faults = countedFailures(this.unexplainedFailureTimes, now, allowed);
		// Where nothing fails, calls that take long are not held back for what others might do.
		return faults.length === 0
			? ownDelayMs
			: Math.max(ownDelayMs, delayForFailures(faults, inFlight, now, allowed));
	}

	/** How many failures are ours. */
	private get allowed(): number {
		const { at, allowed } = this.blocked;
		return Math.min(this.stated, allowed * 2 ** ((clock.steady() - at) / DOUBLED_MS));
	}
}

function delayForFailures(
	failures: number[],
	inFlight: number,
	now: number,
	allowed: number,
): number {
	const over = failures.length + inFlight - Math.max(1, Math.floor(allowed));
	if (over < 0) return 0;
	const oldest = failures[over];
	if (oldest === undefined) return inFlight > 0 ? Number.POSITIVE_INFINITY : 0;
	return oldest + windowMs(allowed) - now;
}

/** The failures that still count, by the steady clock. */
function countedFailures(failures: number[], now: number, allowed: number): number[] {
	return failures.filter((at) => now - at < windowMs(allowed));
}

/** Less than one failure in a window is one in a longer time. */
function windowMs(allowed: number): number {
	return FAILURE_WINDOW_MS / Math.min(1, allowed) + CLOCK_MARGIN_MS;
}

/** How a call failed: without status, no answer came. */
export type Fault = Pick<FailureFacts, 'status' | 'code'>;

/** The failure of a call that would have to wait `ms` milliseconds, longer than it may; `fault`: the latest failure, if failures hold it back. */
export function notSentFailure(ms: number, fault?: Fault): ServiceFailure {
	const until = new Date(clock.now() + ms).toISOString();
	return new ServiceFailure(`Not sent: ${heldBackReason(until, fault)}`, {
		kind: 'refused',
		code: 'RATE_LIMIT_EXCEEDED',
		cure:
			fault === undefined
				? 'Run it again after that time, or raise Max Wait under Options > Retries and Limits.'
				: 'Fix what makes the calls fail, or run it again after that time.',
	});
}

function heldBackReason(until: string, fault?: Fault): string {
	if (fault === undefined) return `the service takes no more of these calls until ${until}`;
	const { status, code } = fault;
	const last = [status === undefined ? 'no answer' : `status ${status}`, code ?? ''];
	return (
		`too many calls have failed, and the service blocks a key that has more failures before ${until}. ` +
		`The latest failure: ${last.filter((part) => part !== '').join(', ')}`
	);
}
