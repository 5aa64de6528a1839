import { clock } from '../../core/clock';
import { type FailureFacts, ServiceFailure } from '../../core/failure';
import { MODEL_DOWN } from '../errors/refusalOutcomes';
import { believedDelay, namedDelay } from '../errors/retryDelay';
import { verdictOf } from '../errors/verdict';
import { Pause } from './pause';

/** So many failures in a row may be chance; after more, calls ask one at a time and less and less often whether the service is up again. */
const FAILURES_BY_CHANCE = 3;
const FIRST_OUTAGE_MS = 1_000;
const LONGEST_OUTAGE_MS = 15_000;
/** Where another model can answer, one at fault is asked a second time after so long, and then less than three times a minute. */
const SECOND_TRY_MS = 500;
const ASK_AGAIN_MS = 30_000;
/** So long a call waits for a model that is at fault, where another one can answer. */
export const PATIENCE_WITH_FAULT_MS = 1_000;
const KEPT_MS = 600_000;

/** Why a model does not answer, and until when others answer in its place. */
export interface ModelFault extends Pick<FailureFacts, 'status' | 'code'> {
	/** What it is, such as "at capacity". */
	is: string;
	/** Since when, as Unix milliseconds. */
	since: number;
	/** Whether it failed twice, or as no second try changes. */
	isDown: boolean;
	/** Whether no wait will change it soon, as with a model that is withdrawn. */
	isLasting: boolean;
	/** When it failed last, and when one call asks it again, on the steady clock. */
	failedAt: number;
	asksAt: number;
}

/** A call of a model that was sent. */
interface OpenCall {
	/** Notes that it is not in flight any more. */
	end(): void;
	/** Notes whether the model has answered it: no other call asks one at fault before. */
	settle(hasAnswered: boolean): void;
}

/** What the calls of late say of one model of an account: whether it is up, and when it is asked again. */
export class Outage {
	/** How long a refusal for its load holds back every call. */
	readonly pause = new Pause();
	fault?: ModelFault;
	private inFlight = 0;
	private failuresInRow = 0;
	private lastEndAt = clock.steady();
	/** Whether the call that asks whether it is up again is in flight. */
	private isAsking = false;

	/** Whether a new one would know as much. */
	get isForgettable(): boolean {
		const lastAt = Math.max(this.lastEndAt, this.fault?.failedAt ?? 0);
		return this.inFlight === 0 && this.pause.leftMs <= 0 && clock.steady() - lastAt > KEPT_MS;
	}

	/** Milliseconds until one more call may be sent that no other model can answer; Infinity when only the end of another call can say. */
	delayMs(): number {
		if (this.failuresInRow < FAILURES_BY_CHANCE) return 0;
		if (this.inFlight > 0) return Number.POSITIVE_INFINITY;
		const ms = FIRST_OUTAGE_MS * 2 ** (this.failuresInRow - FAILURES_BY_CHANCE);
		return this.lastEndAt + Math.min(LONGEST_OUTAGE_MS, ms) - clock.steady();
	}

	/** Milliseconds until the model may be asked by a call that another one can answer, and that waits no longer than `patienceMs`; undefined where it goes there. */
	askDelayMs(patienceMs: number): number | undefined {
		const { fault } = this;
		if (fault === undefined) return 0;
		const leftMs = this.isAsking ? Math.max(1, patienceMs) : fault.asksAt - clock.steady();
		if (leftMs <= 0) return 0;
		return fault.isDown || leftMs > patienceMs ? undefined : leftMs;
	}

	/** Notes a call that is sent. */
	startCall(): OpenCall {
		const sentAt = clock.steady();
		const asks = this.fault !== undefined && !this.isAsking;
		this.isAsking ||= asks;
		this.inFlight++;
		return {
			end: () => {
				this.inFlight--;
			},
			settle: (hasAnswered) => {
				if (asks) this.isAsking = false;
				// What was in flight when it fell says nothing of those after it.
				if (this.fault !== undefined && hasAnswered && sentAt > this.fault.failedAt)
					this.fault = undefined;
			},
		};
	}

	/** Notes whether the service is up, as far as the end of a call says. */
	noteServiceUp(isUp: boolean): void {
		this.failuresInRow = isUp ? 0 : this.failuresInRow + 1;
		this.lastEndAt = clock.steady();
	}

	/** Notes that the model is at fault, by a call that was sent then: those that were in flight together are one. */
	noteFault(is: string, facts: FailureFacts, sentAt: number): void {
		const now = clock.steady();
		if (this.fault !== undefined && sentAt <= this.fault.failedAt) return;
		const { status, code } = facts;
		const { again } = verdictOf(facts);
		const isDown = this.fault !== undefined || again !== 'same';
		const named = believedDelay(namedDelay(facts), 1);
		const asksAt = now + Math.max(named, isDown ? ASK_AGAIN_MS : SECOND_TRY_MS);
		const since = this.fault?.since ?? clock.now();
		const latest = {
			is,
			status,
			code,
			since,
			isDown,
			isLasting: again === 'never',
			failedAt: now,
			asksAt,
		};
		// It stays the same as long as the model is down.
		this.fault = Object.assign(this.fault ?? {}, latest);
	}
}

/** A fault in words: "at capacity (503)". */
export function faultInWords({ is, status }: Pick<ModelFault, 'is' | 'status'>): string {
	return status === undefined ? is : `${is} (${status})`;
}

/** When a model was last seen to answer, and when it is asked again. */
export function timesOfFault({ since, asksAt }: ModelFault): { since: string; again: string } {
	const again = clock.now() + Math.max(0, asksAt - clock.steady());
	return { since: timeOfDay(since), again: timeOfDay(again) };
}

function timeOfDay(ms: number): string {
	return `${new Date(ms).toISOString().slice(11, 16)} UTC`;
}

/** The failure of a call that is not sent, as its model is down. */
export function modelDownFailure(fault: ModelFault | undefined): ServiceFailure {
	const times = fault && timesOfFault(fault);
	const why =
		fault && `${faultInWords(fault)} since ${times?.since}, asked again at ${times?.again}`;
	return new ServiceFailure(`Not asked: ${why ?? 'the model is down'}`, {
		kind: 'refused',
		code: MODEL_DOWN,
		cure: 'Run it again after that time, or add another model to Fallback Models.',
	});
}
