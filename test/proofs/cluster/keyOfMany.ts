import { chance } from '../../lib/core/eventClock';
import { Refusal } from '../../service/errors';
import { FailureBlock } from '../../service/failureBlock';
import { limiterOf, type Limiter } from './limiters';
import type { Scenario } from './simulation';

export interface Answer {
	statusCode: number;
	body: unknown;
	headers: Record<string, string>;
}

/** A call that counted against a limit. */
export interface Used {
	model: number;
	failed: boolean;
}

const KEY = 'key';

/** The limiter and the block of a service, as the processes that share a key meet them; counts what each is served. */
export class KeyOfMany {
	private readonly limiter: Limiter;
	private readonly block: FailureBlock;
	private readonly startedAt: number;
	readonly seen = { served: 0, refused: 0, refusedLater: 0, blocked: 0 };
	/** The calls that count against a limit. */
	readonly used: Used[] = [];
	/** Answers, for the longest silence. */
	readonly sentAt: number[] = [];
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
		this.limiter = limiterOf(scenario.limiter, scenario.limit, random);
		this.block = new FailureBlock(now, 20);
		this.startedAt = now();
		this.shares = Array.from({ length: scenario.processes }, () => ({ served: 0, fair: 0 }));
		useBefore(this.limiter, scenario, now());
	}

	/** Answers a call of a process, or of a stranger (-1); throws where no service listens. */
	answer(process: number, model: number, tokens: number): Answer {
		const now = this.now();
		if (process >= 0) this.sentAt.push(now);
		if (now >= this.outageAt && now < this.outageAt + this.scenario.outageMs) {
			throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
		}
		const refusal = this.refusalOfBlock();
		if (refusal !== undefined) {
			if (process >= 0) this.seen.blocked++;
			return { statusCode: refusal.status, body: refusal.body, headers: { ...refusal.headers } };
		}
		if (this.limiter.balks?.() === true) {
			this.block.note(KEY);
			return { statusCode: 429, body: 'Too Many Requests', headers: {} };
		}
		const isTaken = this.limiter.take(now, model);
		const fails = isTaken && process >= 0 && this.random() < this.scenario.failing;
		if (isTaken && !fails) this.limiter.spend(now, model, tokens);
		const headers = this.limiter.headers(now, model);
		if (!isTaken) {
			this.block.note(KEY);
			if (process >= 0) this.refuse(now);
			const body = { error: 'The rate limit is reached', code: 'RATE_LIMIT_EXCEEDED' };
			return { statusCode: 429, body, headers };
		}
		this.used.push({ model, failed: fails });
		if (fails) {
			this.block.note(KEY);
			return { statusCode: 500, body: { error: 'It failed' }, headers };
		}
		if (process >= 0) this.serve(process);
		return { statusCode: 200, body: { ok: true }, headers };
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

	/** The longest time between two calls, in seconds. */
	silence(): number {
		const gaps = this.sentAt.map((at, index) => at - (this.sentAt[index - 1] ?? at));
		return gaps.reduce((most, gap) => Math.max(most, gap), 0) / 1000;
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

	/** What a key gets that has too many failures. */
	private refusalOfBlock(): Refusal | undefined {
		try {
			this.block.check(KEY);
			return undefined;
		} catch (error) {
			return error instanceof Refusal ? error : undefined;
		}
	}

	private refuse(now: number): void {
		this.seen.refused++;
		if (now - this.startedAt > 2 * 60_000) this.seen.refusedLater++;
	}
}

/** A run before a restart has used that part of the window, in the last 45 seconds. */
export function useBefore(
	limiter: Limiter,
	{ limit, usedBefore, seed }: Scenario,
	now: number,
): void {
	const random = chance(seed);
	const times = Array.from(
		{ length: Math.round(usedBefore * limit) },
		() => now - 45_000 * random(),
	);
	for (const at of times.sort((a, b) => a - b)) limiter.take(at, 0);
}
