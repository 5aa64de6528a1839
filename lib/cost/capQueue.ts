import { COST_DECIMAL_PLACES } from '../core/cost';
import { Big } from '../core/decimal';

/** As big.js names it: a part of what is left is not more than that. */
const ROUND_DOWN = 0;

/** A call that waits for money under a cap. All amounts are in USD. */
export interface CostClaim {
	/** What the run may spend. */
	maxUsd: number;
	/** How many calls like it may be in flight at once. */
	places: number;
	/** Whether nothing else is in flight with it, as only an answer can show what such calls cost, or as nothing bounds it. */
	readonly goesAlone: boolean;
	readonly isBounded: boolean;
	/** The most that it costs where it may cost so much, and the limit of its answer that holds it there; `isAll` where that is all that is left. */
	most(shareUsd: number, isAll: boolean): Claimed;
	/** Whether so much is worth sending it for, as far as is known. */
	fits(leftUsd: number): boolean;
}

interface Claimed {
	/** The most that it costs. */
	usd: number;
	/** The limit of its answer that was sent for that. */
	tokens?: number;
}

export interface Grant extends Claimed {
	hold: CostHold;
}

/** What a call in flight may cost. */
export interface CostHold {
	/** Puts what it was charged in its place, or at least that; null where nothing says, so that it counts as charged at its most until something does. */
	settle(usd: number | null, isAtLeast?: boolean): void;
	/** Takes it back: nothing was charged. */
	release(): void;
}

interface WaitingClaim {
	claim: CostClaim;
	decide(grant: Grant | 'refused'): void;
}

/**
 * Lets calls go as long as what was charged, what those in flight may cost and what the next one may cost stay within its cap; first come, first
 * served. A call that does not fit waits while others are in flight. With nothing in flight it goes with all that is left, or is refused where it is
 * not worth it.
 */
export class CapQueue {
	private heldUsd = new Big(0);

	private inFlight = 0;

	private readonly waiting: WaitingClaim[] = [];

	constructor(
		public chargedUsd: Big,
		private readonly onCharge: (charged: Big) => void = () => undefined,
	) {}

	/** Asks for money. `leave` ends the wait: it is never decided then. */
	claim(claim: CostClaim): { decided: Promise<Grant | 'refused'>; leave(): void } {
		let entry: WaitingClaim | undefined;
		const decided = new Promise<Grant | 'refused'>((decide) => {
			entry = { claim, decide };
			this.waiting.push(entry);
		});
		const leave = () => {
			const at = this.waiting.findIndex((one) => one === entry);
			if (at >= 0) this.waiting.splice(at, 1);
			this.decideNext();
		};
		this.decideNext();
		return { decided, leave };
	}

	get state() {
		const { chargedUsd, heldUsd, inFlight, waiting } = this;
		return { chargedUsd, heldUsd, inFlight, waiting: waiting.length };
	}

	/** For a call without a cap, whose charge counts for those that have one. */
	openHold(): CostHold {
		return this.createHold(new Big(0), () => undefined);
	}

	addCharge(usd: Big): void {
		const sum = this.chargedUsd.plus(usd);
		// A refund of what is not in the sum, as after a restart, leaves nothing.
		this.chargedUsd = sum.lt(0) ? new Big(0) : sum;
		this.onCharge(this.chargedUsd);
		this.decideNext();
	}

	private decideNext(): void {
		for (let [head] = this.waiting; head !== undefined; [head] = this.waiting) {
			const decision = this.decisionOn(head.claim);
			if (decision === 'waits') return;
			this.waiting.shift();
			head.decide(decision === 'refused' ? decision : this.grant(decision));
		}
	}

	private decisionOn(claim: CostClaim): (Claimed & { heldUsd?: number }) | 'refused' | 'waits' {
		const left = new Big(claim.maxUsd)
			.minus(this.chargedUsd)
			.round(COST_DECIMAL_PLACES, ROUND_DOWN);
		const callers = Math.min(claim.places, this.inFlight + this.waiting.length);
		const share = left.div(callers).round(COST_DECIMAL_PLACES, ROUND_DOWN);
		const most = claim.goesAlone ? undefined : claim.most(Number(share), false);
		if (most !== undefined && this.heldUsd.plus(most.usd).lte(left)) return most;
		if (this.inFlight > 0) return 'waits';
		if (left.lt(0) || !claim.fits(Number(left))) return 'refused';
		const all = claim.most(Number(left), true);
		const heldUsd = claim.goesAlone ? Math.max(all.usd, Number(left)) : all.usd;
		return { ...all, heldUsd, usd: claim.isBounded ? all.usd : heldUsd };
	}

	private grant(claimed: Claimed & { heldUsd?: number }): Grant {
		const held = new Big(claimed.heldUsd ?? claimed.usd);
		this.heldUsd = this.heldUsd.plus(held);
		this.inFlight += 1;
		const hold = this.createHold(new Big(claimed.usd), () => {
			this.heldUsd = this.heldUsd.minus(held);
			this.inFlight -= 1;
		});
		return { ...claimed, hold };
	}

	private createHold(most: Big, land: () => void): CostHold {
		let counted: Big | undefined;
		const count = (usd: Big) => {
			if (counted === undefined) land();
			const change = usd.minus(counted ?? 0);
			counted = usd;
			this.addCharge(change);
		};
		return {
			settle: (usd, isAtLeast = false) => {
				if (usd !== null) count(isAtLeast && most.gt(usd) ? most : new Big(usd));
				else if (counted === undefined) count(most);
			},
			release: () => count(new Big(0)),
		};
	}
}
