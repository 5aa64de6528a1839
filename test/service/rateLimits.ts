import { Refusal } from './errors';

export type TextTier = 'XS' | 'S' | 'M' | 'L';
export type RateClass =
	| TextTier
	| 'audio'
	| 'image'
	| 'embedding'
	| 'videoQueue'
	| 'videoRetrieve'
	| 'rpc'
	| 'newKey'
	| 'account';

/** Requests (and, for text, tokens) per minute. `account` stands for the reads whose limit no source states. */
export const DEFAULT_LIMITS: Record<RateClass, { requests: number; tokens: number }> = {
	XS: { requests: 500, tokens: 1_000_000 },
	S: { requests: 75, tokens: 750_000 },
	M: { requests: 50, tokens: 750_000 },
	L: { requests: 20, tokens: 500_000 },
	audio: { requests: 60, tokens: 1_000_000 },
	image: { requests: 20, tokens: 1_000_000 },
	embedding: { requests: 500, tokens: 1_000_000 },
	videoQueue: { requests: 40, tokens: 1_000_000 },
	videoRetrieve: { requests: 120, tokens: 1_000_000 },
	rpc: { requests: 100, tokens: 1_000_000 },
	newKey: { requests: 20, tokens: 1_000_000 },
	account: { requests: 6_000, tokens: 1_000_000 },
};

/** Replaces the requests per minute of some classes; `tokens` does the same for tokens. */
export type LimitOptions = Partial<Record<RateClass, number>> & {
	tokens?: Partial<Record<RateClass, number>>;
};

const WINDOW_MS = 60_000;

interface Window {
	start: number;
	requests: number;
	tokens: number;
}

/** Fixed windows of a minute per user and class; a window opens with its first request. */
export class RateLimits {
	private windows = new Map<string, Window>();

	constructor(
		private readonly options: LimitOptions,
		private readonly now: () => number,
	) {}

	limit(rate: RateClass): { requests: number; tokens: number } {
		const { requests, tokens } = DEFAULT_LIMITS[rate];
		return {
			requests: this.options[rate] ?? requests,
			tokens: this.options.tokens?.[rate] ?? tokens,
		};
	}

	/** Which limit of a class is used up, if one is. */
	full(user: string, rate: RateClass): 'RPM' | 'TPM' | undefined {
		const limit = this.limit(rate);
		const window = this.window(user, rate);
		if (window.requests >= limit.requests) return 'RPM';
		return window.tokens >= limit.tokens ? 'TPM' : undefined;
	}

	/** When the window of a class ends, in Unix seconds. */
	resetOf(user: string, rate: RateClass): number {
		return Math.ceil((this.window(user, rate).start + WINDOW_MS) / 1000);
	}

	/** Counts one request and gives its headers; throws a 429 when the window is full. */
	take(user: string, rate: RateClass): Record<string, string> {
		const window = this.window(user, rate);
		if (this.full(user, rate)) {
			throw new Refusal(
				429,
				{ error: 'The rate limit is reached; wait for its reset', code: 'RATE_LIMIT_EXCEEDED' },
				{ ...this.headers(user, rate), 'x-ratelimit-type': 'user' },
			);
		}
		window.requests += 1;
		return this.headers(user, rate);
	}

	spendTokens(user: string, rate: RateClass, tokens: number): void {
		this.window(user, rate).tokens += tokens;
	}

	clear(): void {
		this.windows.clear();
	}

	private headers(user: string, rate: RateClass): Record<string, string> {
		const limit = this.limit(rate);
		const window = this.window(user, rate);
		const end = window.start + WINDOW_MS;
		return {
			'x-ratelimit-limit-requests': String(limit.requests),
			'x-ratelimit-remaining-requests': String(Math.max(0, limit.requests - window.requests)),
			'x-ratelimit-reset-requests': String(Math.ceil(end / 1000)),
			'x-ratelimit-limit-tokens': String(limit.tokens),
			'x-ratelimit-remaining-tokens': String(Math.max(0, limit.tokens - window.tokens)),
			'x-ratelimit-reset-tokens': String(Math.ceil((end - this.now()) / 1000)),
		};
	}

	private window(user: string, rate: RateClass): Window {
		const key = `${user} ${rate}`;
		const known = this.windows.get(key);
		if (known && this.now() < known.start + WINDOW_MS) return known;
		const fresh = { start: this.now(), requests: 0, tokens: 0 };
		this.windows.set(key, fresh);
		return fresh;
	}
}
