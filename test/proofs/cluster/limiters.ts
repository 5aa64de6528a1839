/** What counts the calls of a key, as services do it, and what each says of itself in its headers. */
export interface Limiter {
	/** Counts a call of the model; false when it is refused. */
	take(now: number, model: number): boolean;
	/** Counts the tokens of a call that was served. */
	spend(now: number, model: number, tokens: number): void;
	/** The earliest time from `now` on at which a call of the model is taken. */
	roomAt(now: number, model: number): number;
	headers(now: number, model: number): Record<string, string>;
	/** A refusal that no limit explains. */
	balks?(): boolean;
}

const MINUTE = 60_000;
const TRUE = [
	...['fixed', 'sliding, reset when the oldest leaves', 'bucket', 'models and tokens', 'none'],
] as const;
const LIES = [
	...['sliding, reset in 1 s', 'no headers', 'nothing left, always', '-1 left', '1000 left'],
	...['reset in the past', 'reset tomorrow', 'limit of 0', 'one in ten refused'],
] as const;
export type Kind = (typeof TRUE)[number] | (typeof LIES)[number];
/** Limiters that say the truth, and others. */
export const KINDS = { TRUE, LIES };

interface State {
	limit: number;
	left: number;
	/** Unix milliseconds. */
	resetAt: number;
}

type Headers = Record<string, string>;
type Window = { start: number; used: number };

class Fixed {
	private readonly windows = new Map<number, Window>();

	constructor(readonly limit: number) {}

	take(now: number, model: number, amount = 1): boolean {
		const window = this.at(now, model);
		if (window.used >= this.limit) return false;
		window.used += amount;
		return true;
	}

	roomAt(now: number, model: number): number {
		const { start, used } = this.at(now, model);
		return used < this.limit ? now : start + MINUTE;
	}

	state(now: number, model: number): State {
		const { start, used } = this.at(now, model);
		const { limit } = this;
		return { limit, left: Math.max(0, limit - used), resetAt: start + MINUTE };
	}

	/** A window opens with its first call. */
	private at(now: number, model: number): Window {
		const known = this.windows.get(model);
		if (known !== undefined && now < known.start + MINUTE) return known;
		const fresh = { start: now, used: 0 };
		this.windows.set(model, fresh);
		return fresh;
	}
}

class Sliding {
	private times: number[] = [];
	private gone = 0;

	constructor(readonly limit: number) {}

	take(now: number): boolean {
		const isTaken = this.usedAt(now) < this.limit;
		if (isTaken) this.times.push(now);
		return isTaken;
	}

	roomAt(now: number): number {
		return this.usedAt(now) < this.limit ? now : (this.times[this.gone] ?? now) + MINUTE;
	}

	state(now: number): State {
		const left = this.limit - this.usedAt(now);
		return { limit: this.limit, left, resetAt: (this.times[this.gone] ?? now) + MINUTE };
	}

	private usedAt(now: number): number {
		while ((this.times[this.gone] ?? Infinity) <= now - MINUTE) this.gone++;
		return this.times.length - this.gone;
	}
}

class Bucket {
	private level: number;
	private at = Number.NEGATIVE_INFINITY;

	constructor(readonly limit: number) {
		this.level = limit;
	}

	take(now: number): boolean {
		this.fill(now);
		if (this.level < 1) return false;
		this.level--;
		return true;
	}

	roomAt(now: number): number {
		this.fill(now);
		return now + Math.max(0, Math.ceil(((1 - this.level) * MINUTE) / this.limit));
	}

	state(now: number): State {
		return { limit: this.limit, left: Math.floor(this.level), resetAt: this.roomAt(now) };
	}

	private fill(now: number): void {
		const passed = Math.max(0, now - this.at);
		this.level = Math.min(this.limit, this.level + (passed * this.limit) / MINUTE);
		this.at = Math.max(now, this.at);
	}
}

/** How each names its reset: in the ways that services have. */
const seconds = (at: number) => String(Math.ceil(at / 1000));
const milliseconds = (at: number) => String(at);
const duration = (at: number, now: number) => `${(at - now) / 1000}s`;

function named({ limit, left, resetAt }: State, reset: string | number = resetAt): Headers {
	return {
		'x-ratelimit-limit-requests': String(limit),
		'x-ratelimit-remaining-requests': String(left),
		'x-ratelimit-reset-requests': String(reset),
	};
}

/** Tokens that a window holds for each call of its limit; a call takes 500 to 1,500. */
const TOKENS_EACH = 800;

/** The limiter of that kind. */
export function limiterOf(kind: Kind, limit: number, random: () => number): Limiter {
	const of = (
		counter: Fixed | Sliding | Bucket,
		headers: (state: State, now: number) => Headers,
	): Limiter => ({
		take: (now, model) => counter.take(now, model),
		spend: () => {},
		roomAt: (now, model) => counter.roomAt(now, model),
		headers: (now, model) => headers(counter.state(now, model), now),
	});
	const unlimited = (headers: (now: number) => Headers): Limiter => ({
		take: () => true,
		spend: () => {},
		roomAt: (now) => now,
		headers,
	});
	const ends = (now: number) => now - (now % MINUTE) + MINUTE;
	switch (kind) {
		case 'fixed':
			return of(new Fixed(limit), (state) => named(state, seconds(state.resetAt)));
		case 'sliding, reset when the oldest leaves':
			return of(new Sliding(limit), (state) => named(state, milliseconds(state.resetAt)));
		case 'sliding, reset in 1 s':
			return of(new Sliding(limit), (state) => named(state, '1'));
		case 'bucket':
			return of(new Bucket(limit), (state, now) => named(state, duration(state.resetAt, now)));
		case 'models and tokens':
			return modelsAndTokens(limit);
		case 'none':
			return unlimited(() => ({}));
		case 'no headers':
			return of(new Fixed(limit), () => ({}));
		case 'nothing left, always':
			return unlimited((now) => named({ limit, left: 0, resetAt: ends(now) }));
		case '-1 left':
			return unlimited((now) => named({ limit, left: -1, resetAt: ends(now) }));
		case '1000 left':
			return of(new Fixed(limit), (state) => named({ ...state, left: 1000 }));
		case 'reset in the past':
			return of(new Fixed(limit), (state) => named(state, state.resetAt - 600_000));
		case 'reset tomorrow':
			return of(new Fixed(limit), (state) => named(state, state.resetAt + 80_000_000));
		case 'limit of 0':
			return unlimited((now) => named({ limit: 0, left: 0, resetAt: ends(now) }));
		case 'one in ten refused':
			return { ...unlimited(() => ({})), balks: () => random() < 0.1 };
	}
}

function modelsAndTokens(limit: number): Limiter {
	const calls = new Fixed(limit);
	const tokens = new Fixed(limit * TOKENS_EACH);
	return {
		take: (now, model) => tokens.state(now, model).left > 0 && calls.take(now, model),
		spend: (now, model, amount) => void tokens.take(now, model, amount),
		roomAt: (now, model) => Math.max(calls.roomAt(now, model), tokens.roomAt(now, model)),
		headers: (now, model) => {
			const { limit: most, left, resetAt } = tokens.state(now, model);
			return {
				...named(calls.state(now, model)),
				'x-ratelimit-limit-tokens': String(most),
				'x-ratelimit-remaining-tokens': String(left),
				'x-ratelimit-reset-tokens': String((resetAt - now) / 1000),
			};
		},
	};
}
