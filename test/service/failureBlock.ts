import { Refusal } from './errors';

const WINDOW_MS = 30_000;

/** The anti-abuse rule: more failures inside 30 s than are allowed stop the caller for the next 30 s. */
export class FailureBlock {
	private failures = new Map<string, number[]>();
	private blockedUntil = new Map<string, number>();

	constructor(
		private readonly now: () => number,
		private readonly allowed: number,
	) {}

	/** Throws while the caller is blocked. */
	check(caller: string): void {
		const left = (this.blockedUntil.get(caller) ?? 0) - this.now();
		if (left <= 0) return;
		throw new Refusal(
			429,
			{ error: 'Too many failed requests: please wait 30 seconds and try again' },
			{ 'retry-after': String(Math.ceil(left / 1000)) },
		);
	}

	isBlocked(caller: string): boolean {
		return (this.blockedUntil.get(caller) ?? 0) > this.now();
	}

	/** Counts an answer that was not a success; gives whether the block began with it. */
	note(caller: string): boolean {
		const now = this.now();
		const recent = (this.failures.get(caller) ?? []).filter((at) => now - at < WINDOW_MS);
		recent.push(now);
		this.failures.set(caller, recent);
		if (recent.length <= this.allowed) return false;
		this.blockedUntil.set(caller, now + WINDOW_MS);
		this.failures.delete(caller);
		return true;
	}

	clear(): void {
		this.failures.clear();
		this.blockedUntil.clear();
	}
}
