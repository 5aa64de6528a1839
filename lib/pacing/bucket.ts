import { clock } from '../base/clock';
import { unknownCrowd } from './crowd';
import { outageDelay } from './outage';
import { allowances } from './rateHeaders';
import { unknownWindow, windowAt, withCall } from './rateWindow';
import { SendLog } from './sendLog';
import { tokensDelay, unknownTokens, withTokens } from './tokenWindow';
import { withAnswer } from './windowAnswer';
import { windowDelay } from './windowDelay';

const RPC = 'rpc';
/** JSON-RPC names its limit only when it is reached (docs/service.md#rate-limits). */
const RPC_PER_MINUTE = 100;

/** The calls of one account that count against one limit, and what is known of that limit. */
export class Bucket {
	private window;
	private tokens = unknownTokens();
	private outage = { failures: 0, at: 0 };
	waiting = 0;
	inFlight = 0;
	private pausedUntil = 0;
	/** How many calls may be in flight at once. */
	readonly most: number;
	private readonly log = new SendLog();
	private readonly namesReset: boolean;

	/** `processes`: how many share the limit, where the credential states it. */
	constructor(key: string, processes?: number) {
		const limit = key === RPC ? RPC_PER_MINUTE : undefined;
		this.namesReset = key !== RPC;
		// A limit that is named only when it is reached does not show how many share it.
		this.window = unknownWindow(limit, unknownCrowd(this.namesReset ? processes : 1));
		this.most = key === RPC ? 1 : Number.POSITIVE_INFINITY;
	}

	/** Whether a new one would know as much. */
	get isIdle(): boolean {
		const until = Math.max(this.pausedUntil, this.window.resetAt ?? 0, this.tokens.resetAt);
		return this.waiting === 0 && this.inFlight === 0 && until < clock.now();
	}

	/** Counts a call that is sent now; returns the function that takes the headers of its answer, and whether that refuses the call for a limit. */
	send(): (headers: Record<string, unknown>, isRefusal?: boolean) => void {
		const sentAt = clock.now();
		const number = this.log.add(sentAt);
		this.window = withCall(this.window, sentAt, this.namesReset);
		return (headers, isRefusal) => {
			const now = clock.now();
			const { requests: allowance, tokens } = allowances(headers, now);
			const { sent, since: sentSince } = this.log;
			const answer = { allowance, sentAfter: sent - number, isRefusal, sentSince };
			this.window = withAnswer(this.window, answer, now);
			this.tokens = withTokens(this.tokens, tokens, now);
		};
	}

	/** How many processes share the limit, if not fewer of late. */
	get callers(): number {
		return this.window.crowd.peak;
	}

	/** How many calls a window holds, where it is known. */
	get limit(): number | undefined {
		return this.window.limit;
	}

	/** Sends nothing until then, after a refusal. */
	pause(until: number): void {
		this.pausedUntil = Math.max(this.pausedUntil, until);
	}

	/** Notes whether the service is up, as far as the end of a call says. */
	note(isUp: boolean): void {
		this.outage = { failures: isUp ? 0 : this.outage.failures + 1, at: clock.now() };
	}

	/** Milliseconds until the end of what the service itself has named, or of its outage. */
	held(): number {
		const now = clock.now();
		const { left, resetAt = now } = this.window;
		return Math.max(
			this.pausedUntil - now,
			left < 1 ? resetAt - now : 0,
			tokensDelay(this.tokens, this.inFlight, now),
			outageDelay(this.outage, this.inFlight, now),
		);
	}

	/** Milliseconds until one more call may be sent by the window, when `demand` calls want to go. */
	delay(demand: number): number {
		const now = clock.now();
		this.window = windowAt(this.window, now, this.log.since);
		const calls = { demand, inFlight: this.inFlight, random: clock.random() };
		return windowDelay(this.window, calls, now);
	}
}
