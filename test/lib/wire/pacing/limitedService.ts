import { clock } from '../../../../lib/core/clock';

const MINUTE = 60_000;

export interface Reply {
	status: number;
	code?: string;
	headers: Record<string, unknown>;
}

/** Counts as the service does: windows of a minute for each class, and a block after more than 20 failures in 30 s. */
export class LimitedService {
	private readonly windows = new Map<string, { start: number; used: number }>();
	private failures: number[] = [];
	private blockedUntil = 0;
	readonly seen = { served: 0, overLimit: 0, blocked: 0, failed: 0 };

	constructor(
		private readonly limit: number,
		/** What becomes of the headers on the way. */
		private readonly told: (headers: Record<string, unknown>) => Record<string, unknown> = (all) =>
			all,
	) {}

	/** Takes a place of the window of a class, as another process would. */
	take(name: string): boolean {
		const now = clock.now();
		const known = this.windows.get(name);
		const window = known && now < known.start + MINUTE ? known : { start: now, used: 0 };
		this.windows.set(name, window);
		if (window.used >= this.limit) return false;
		window.used++;
		return true;
	}

	/** Answers a call; one that is let through has the status `wish`. */
	answer(name: string, wish: number): Reply {
		const now = clock.now();
		if (now < this.blockedUntil) {
			this.seen.blocked++;
			return { status: 429, headers: {} };
		}
		const taken = this.take(name);
		const { start, used } = this.windows.get(name) ?? { start: now, used: 0 };
		const headers = this.told({
			'x-ratelimit-limit-requests': String(this.limit),
			'x-ratelimit-remaining-requests': String(this.limit - used),
			'x-ratelimit-reset-requests': String(Math.ceil((start + MINUTE) / 1000)),
		});
		if (!taken) this.seen.overLimit++;
		const status = taken ? wish : 429;
		if (status === 200) this.seen.served++;
		else this.fail(now);
		return { status, headers, ...(taken ? {} : { code: 'RATE_LIMIT_EXCEEDED' }) };
	}

	private fail(now: number): void {
		this.seen.failed++;
		this.failures = [...this.failures, now].filter((at) => now - at < 30_000);
		if (this.failures.length > 20) this.blockedUntil = now + 30_000;
	}
}
