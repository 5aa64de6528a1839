import { clock } from '../../core/clock';
import { type FailureFacts, ServiceFailure } from '../../core/failure';

const WINDOW_MS = 30_000;
const MINUTE_MS = 60_000;
/** Our clock and the service's see a failure at slightly different times. */
const MARGIN_MS = 500;
const ALLOWED = 19;
/** A larger crowd would be held back longer than a call may wait. */
const LARGEST_CROWD = 70;
/** So many are taken for certain before a block: a burst of one looks like many, and only a block shows that the failures of more count. */
const SURE_CALLERS = 4;
/** More callers than this on average: one alone, that counted a call of its own for another's, is none. */
const SEVERAL = 1.3;
const MOST_CAUTION = 8;
/** Half of the caution is lost in so long a time without a block. */
const FORGET_MS = 300_000;
/** How many calls are taken to fail before any was answered, and how much the latest one counts. */
const USUAL = 0.2;
const WEIGHT = 0.1;
/** So many failures of all processes in 30 s, on average, hardly ever become more than are allowed. */
const HARMLESS = 13;
/** So many windows after a failure, others may still have failures too. */
const FAILING = 2;

/**
 * Keeps fewer than 20 failures in any 30 s (docs/maintainers/service.md#rate-limits), of all processes that share a key: those of the others are not
 * reported, so the failures that may come are divided among the callers, unless the limits allow too few calls for a block.
 */
export class FailureBudget {
	private failures: number[] = [];
	/** Those that no limit explains: other processes have as many. */
	private faults: number[] = [];
	private faultAt = Number.NEGATIVE_INFINITY;
	/** What the service answered then: nothing, if no answer came. */
	fault?: Fault;
	private blockedAt = Number.NEGATIVE_INFINITY;
	private caution = 1;
	/** 0 to 1: how many of our calls fail, on average of the latest ones. */
	private failing = USUAL;
	/** 0 to 1: how much of the caution counts until the next failure, so that processes that were blocked together part. */
	private part = clock.random();

	/** `stated`: how many processes share the key, where the credential says it. */
	constructor(private readonly stated?: number) {}

	/** Notes a failure; without facts, no answer came. */
	note(facts?: FailureFacts): void {
		const now = clock.steady();
		this.failures.push(now);
		this.part = clock.random();
		if (facts?.status === 429) return;
		this.faults.push(now);
		this.faultAt = now;
		this.failing += WEIGHT * (1 - this.failing);
		this.fault = { status: facts?.status, code: facts?.code };
	}

	/** Notes a call that was served. */
	noteServed(): void {
		this.failing -= WEIGHT * this.failing;
	}

	/** Notes that the service has blocked the key. */
	noteBlock(): void {
		const now = clock.steady();
		if (now - this.blockedAt < WINDOW_MS) return;
		this.caution = Math.min(MOST_CAUTION, 2 * this.cautionAt(now));
		this.blockedAt = now;
		this.faultAt = now;
	}

	/**
	 * Milliseconds until one more call may be sent, when every call in flight and this one might fail; `crowd` counts the callers.
	 * Infinity while only calls in flight stand in the way.
	 */
	delay(inFlight: number, crowd: () => Crowd): number {
		const now = clock.steady();
		this.failures = recent(this.failures, now, 1);
		const own = held(this.failures, inFlight, now, 1);
		if (this.faultAt === Number.NEGATIVE_INFINITY) return own;
		this.faults = recent(this.faults, now, LARGEST_CROWD);
		const { callers: counted, perMinute } = crowd();
		const callers = this.callers(counted, now);
		// Where nothing fails, calls that take long are not held back for what others might do.
		if (now - this.faultAt > FAILING * windowMs(callers)) return own;
		const likely = (this.failing * perMinute * WINDOW_MS) / MINUTE_MS;
		return likely < HARMLESS ? own : Math.max(own, held(this.faults, inFlight, now, callers));
	}

	private callers(counted: number, now: number): number {
		const caution = this.cautionAt(now);
		const likely = counted > SEVERAL ? Math.min(counted, SURE_CALLERS * caution) : caution;
		return (this.stated ?? likely) * (1 + (caution - 1) * this.part);
	}

	private cautionAt(now: number): number {
		const left = 0.5 ** ((now - this.blockedAt) / FORGET_MS);
		return 1 + (this.caution - 1) * left;
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

/** How many processes were seen to share the key, and how many calls a minute the limits allow all of them. */
export interface Crowd {
	callers: number;
	perMinute: number;
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
