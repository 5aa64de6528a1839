import { FailureBlock } from '../../service/failureBlock';
import { Refusal } from '../../service/errors';
import { RateLimits } from '../../service/rateLimits';
import type { Scenario } from './simulation';

export interface Answer {
	statusCode: number;
	body: unknown;
	headers: Record<string, string>;
}

/** What was used of the limits: places of windows, and failures. */
export interface Used {
	taken: number;
	failed: number;
}

const KEY = 'key';
const CLASS = 'L';

/** The limits and the block of the local service, as the processes that share a key meet them; counts what each is served. */
export class KeyOfMany {
	private readonly limits: RateLimits;
	private readonly block: FailureBlock;
	private readonly startedAt: number;
	readonly seen = { served: 0, refused: 0, refusedLater: 0, blocked: 0 };
	readonly used: Used = { taken: 0, failed: 0 };
	private readonly servedOf: number[];
	private shared: number[] | undefined;

	constructor(
		private readonly scenario: Scenario,
		private readonly now: () => number,
		private readonly random: () => number,
		private readonly outageAt: number,
	) {
		this.limits = new RateLimits({ [CLASS]: scenario.limit }, now);
		this.block = new FailureBlock(now);
		this.startedAt = now();
		this.servedOf = Array.from({ length: scenario.processes }, () => 0);
	}

	/** Answers a call of a process, or of a stranger (-1); throws where no service listens. */
	answer(process: number): Answer {
		const now = this.now();
		if (now >= this.outageAt && now < this.outageAt + this.scenario.outageMs) {
			throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
		}
		const date = new Date(now).toUTCString();
		try {
			this.block.check(KEY);
		} catch (error) {
			if (process >= 0) this.seen.blocked++;
			return refusalOf(error, date);
		}
		try {
			const headers = { ...this.limits.take(KEY, CLASS), date };
			this.used.taken++;
			if (process >= 0 && this.random() < this.scenario.failing) {
				this.block.note(KEY);
				this.used.failed++;
				return { statusCode: 500, body: { error: 'It failed' }, headers };
			}
			if (process >= 0) this.serve(process);
			return { statusCode: 200, body: { ok: true }, headers };
		} catch (error) {
			this.block.note(KEY);
			if (process >= 0) this.refuse(now);
			return refusalOf(error, date);
		}
	}

	/** Notes that a process has made its calls: from then on the others have more. */
	ended(process: number): void {
		if (process >= 0) this.shared ??= [...this.servedOf];
	}

	/** The smallest part of its fair share that a process was served until the first was done. */
	leastShare(): number {
		const served = this.shared ?? this.servedOf;
		const mean = served.reduce((sum, count) => sum + count, 0) / served.length;
		return Math.min(...served) / mean;
	}

	private serve(process: number): void {
		this.seen.served++;
		this.servedOf[process] = (this.servedOf[process] ?? 0) + 1;
	}

	private refuse(now: number): void {
		this.seen.refused++;
		if (now - this.startedAt > 2 * 60_000) this.seen.refusedLater++;
	}
}

function refusalOf(error: unknown, date: string): Answer {
	if (!(error instanceof Refusal)) throw error;
	return { statusCode: error.status, body: error.body, headers: { ...error.headers, date } };
}
