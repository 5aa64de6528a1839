import { clock } from '../clock';
import { allowances } from './rateHeaders';
import { unknownWindow, windowAt, windowDelay, withAnswer, withCall } from './rateWindow';
import { tokensDelay, unknownTokens, withTokens } from './tokenWindow';

const RPC = 'rpc';
/** JSON-RPC names its limit only when it is reached (docs/service.md#rate-limits). */
const RPC_PER_MINUTE = 100;

/** The calls of one account that count against one limit, and what is known of that limit. */
export class Bucket {
	private window;
	private tokens = unknownTokens();
	waiting = 0;
	inFlight = 0;
	pausedUntil = 0;
	/** How many calls may be in flight at once. */
	readonly most: number;
	private sent = 0;
	private readonly namesReset: boolean;

	constructor(key: string) {
		this.window = unknownWindow(key === RPC ? RPC_PER_MINUTE : undefined);
		this.most = key === RPC ? 1 : Number.POSITIVE_INFINITY;
		this.namesReset = key !== RPC;
	}

	/** Whether a new one would know as much. */
	get isIdle(): boolean {
		const until = Math.max(this.pausedUntil, this.window.resetAt ?? 0, this.tokens.resetAt);
		return this.waiting === 0 && this.inFlight === 0 && until < clock.now();
	}

	/** Counts a call that is sent now, and gives what to tell when its answer has come. */
	send(): (headers: Record<string, unknown>) => void {
		const number = ++this.sent;
		this.window = withCall(this.window, clock.now(), this.namesReset);
		return (headers) => {
			const now = clock.now();
			const { requests, tokens } = allowances(headers, now);
			this.window = withAnswer(this.window, requests, this.sent - number, now);
			this.tokens = withTokens(this.tokens, tokens, now);
		};
	}

	/** Milliseconds until one more call may be sent, when `demand` calls want to go. */
	delay(demand: number): number {
		const now = clock.now();
		this.window = windowAt(this.window, now);
		const calls = { demand, inFlight: this.inFlight, random: clock.random() };
		return Math.max(
			this.pausedUntil - now,
			windowDelay(this.window, calls, now),
			tokensDelay(this.tokens, this.inFlight, now),
		);
	}
}
