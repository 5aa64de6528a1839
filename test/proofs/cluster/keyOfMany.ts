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
	/** What each process was served, and what its share of it was, until the first one had made its calls. */
	private readonly shares: Array<{ served: number; fair: number }>;
	private readonly working = new Set<number>();
	private anyEnded = false;

	constructor(
		private readonly scenario: Scenario,
		private readonly now: () => number,
		private readonly random: () => number,
		private readonly outageAt: number,
	) {
		this.limits = new RateLimits({ [CLASS]: scenario.limit }, now);
		this.block = new FailureBlock(now);
		this.startedAt = now();
		this.shares = Array.from({ length: scenario.processes }, () => ({ served: 0, fair: 0 }));
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

	/** Notes that a process starts to make its calls. */
	joined(process: number): void {
		this.working.add(process);
	}

	/** Notes that a process has made its calls: from then on the others have more. */
	ended(process: number): void {
		this.working.delete(process);
		this.anyEnded = true;
	}

	/** The smallest part of its fair share that a process was served, of those that worked long enough to have one. */
	leastShare(): number {
		const parts = this.shares
			.filter(({ fair }) => fair >= 4)
			.map(({ served, fair }) => served / fair);
		return Math.min(1, ...parts);
	}

	private serve(process: number): void {
		this.seen.served++;
		if (this.anyEnded) return;
		for (const working of this.working) {
			const share = this.shares[working];
			if (share === undefined) continue;
			share.fair += 1 / this.working.size;
			if (working === process) share.served++;
		}
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
