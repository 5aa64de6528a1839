import { within } from '../core/clock';
import { usdWorthOf } from '../core/cost';
import { Big } from '../core/decimal';
import { durationInWords } from '../core/duration';
import { badInput, cancelledFailure, ServiceFailure } from '../core/failure';
import type { CallPrice } from './callPrice';
import type { CapQueue, CostClaim, Grant } from './capQueue';

/** How a call waits for money. */
export interface MoneyWait {
	/** Ends the wait. */
	signal?: AbortSignal;
	maxWaitMs: number;
	/** Called at once and each minute, with what says how things are; and after the wait. */
	onWait(sentence: string): void;
	onWaited(ms: number): void;
}

interface Cap extends Pick<CostClaim, 'maxUsd' | 'places'> {
	/** Whether its estimates are all that there is, as in a rehearsal, which learns nothing. */
	isRehearsed: boolean;
	/** What waits, as its user counts. */
	unit: 'call' | 'item';
}

/** The code of a call that the cap of a run does not pay for. */
export const ABOVE_CAP = 'ABOVE_MAX_COST';

const SAID_EVERY_MS = 60_000;

/** Waits until the cap of a run leaves enough for a call. Throws a ServiceFailure where it never does, and when the wait has ended before. */
export async function waitForMoney(
	queue: CapQueue,
	price: CallPrice,
	cap: Cap,
	wait: MoneyWait,
): Promise<Grant> {
	const { decided, leave } = queue.claim(claimOf(price, cap));
	let decision = await Promise.race([decided, Promise.resolve(undefined)]);
	const { signal, maxWaitMs } = wait;
	const startedAt = performance.now();
	const waitedMs = () => performance.now() - startedAt;
	while (decision === undefined && signal?.aborted !== true && waitedMs() < maxWaitMs) {
		wait.onWait(waitInWords(queue, cap));
		const slice = Math.min(SAID_EVERY_MS, maxWaitMs - waitedMs());
		decision = await within(unlessAborted(decided, signal), Math.ceil(slice));
	}
	if (decision === undefined) {
		leave();
		void decided.then((late) => late !== 'refused' && late.hold.release());
		if (signal?.aborted) throw cancelledFailure();
		throw waitEndedFailure(queue, cap, maxWaitMs);
	}
	if (waitedMs() > 1) wait.onWaited(waitedMs());
	if (decision === 'refused') throw refusal(queue, price, cap);
	return decision;
}

function claimOf(price: CallPrice, { isRehearsed, maxUsd, places }: Cap): CostClaim {
	const isKnown = () => price.isSeen || isRehearsed;
	return {
		...{ maxUsd, places },
		isBounded: price.unbounded.length === 0,
		get goesAlone() {
			return price.unbounded.length > 0 || !isKnown();
		},
		most: (shareUsd, isAll) => price.most(shareUsd, isAll),
		fits: (leftUsd) => (isRehearsed ? usualUsdOf(price) : price.neededUsd) <= leftUsd,
	};
}

const usualUsdOf = ({ probable }: CallPrice) => (probable === null ? 0 : usdWorthOf(probable));

async function unlessAborted<T>(task: Promise<T>, signal?: AbortSignal): Promise<T | undefined> {
	if (signal === undefined) return await task;
	let end = (): void => undefined;
	const aborted = new Promise<undefined>((resolve) => (end = () => resolve(undefined)));
	signal.addEventListener('abort', end);
	try {
		return await Promise.race([task, aborted]);
	} finally {
		signal.removeEventListener('abort', end);
	}
}

function waitInWords(queue: CapQueue, { maxUsd, unit }: Cap): string {
	const { chargedUsd, heldUsd, inFlight, waiting } = queue.state;
	const who = waiting === 1 ? `1 ${unit} waits` : `${waiting} ${unit}s wait`;
	const holders = `${inFlight} running ${inFlight === 1 ? 'call' : 'calls'}`;
	return `${who} for Max Cost per Run (${maxUsd} USD): ${usdText(chargedUsd)} spent, ${usdText(heldUsd)} held by ${holders}. A lower Max Answer Length lets more run at once.`;
}

function waitEndedFailure(queue: CapQueue, cap: Cap, maxWaitMs: number): Error {
	return badInput(
		`Not sent: ${durationInWords(maxWaitMs)} were not enough. ${waitInWords(queue, cap)}`,
		'Raise Max Wait under Options > Retries and Limits, or Max Cost per Run.',
	);
}

/** For a call that may be charged otherwise than the panel says: whoever sets the limit says whether that matters. */
export function doubtfulPriceFailure(doubt: string, maxUsd: number, ofOwner: number): Error {
	if (ofOwner > 0) {
		return badInput(
			`Not sent: Max Cost per Run of the credential is ${ofOwner} USD, and ${doubt}`,
			'Remove them, or ask the owner of the credential to set its Max Cost per Run to 0: Extra Fields Are Free counts for the limit of the node only.',
		);
	}
	return badInput(
		`Not sent: Max Cost per Run is ${maxUsd} USD, and ${doubt}`,
		'If they cost nothing, turn on Extra Fields Are Free under Options > Other Fields. Otherwise limit the run with Max Calls per Run, and clear Max Cost per Run under Options > Cost.',
	);
}

export function unknownPriceFailure(maxUsd: number, reason = 'the service lists none'): Error {
	return badInput(
		`Not sent: Max Cost per Run is ${maxUsd} USD, and the price of this call is not known (${reason})`,
		'Limit the run with Max Calls per Run instead, and clear Max Cost per Run under Options > Cost and in the credential.',
	);
}

function refusal(queue: CapQueue, price: CallPrice, { maxUsd, isRehearsed }: Cap): Error {
	const { chargedUsd } = queue.state;
	const left = new Big(maxUsd).minus(chargedUsd);
	const isKnown = price.isSeen || isRehearsed;
	const usd = usdText(new Big(isRehearsed ? usualUsdOf(price) : price.neededUsd));
	const costs = price.isExact ? 'costs' : isKnown ? 'usually costs' : 'costs at least';
	return new ServiceFailure(
		`Not sent: ${usdText(left.lt(0) ? new Big(0) : left)} USD of ${maxUsd} USD is left under Max Cost per Run. This call ${costs} ${usd} USD`,
		{
			...{ kind: 'input', code: ABOVE_CAP },
			cure: 'Do not call it again in this run. To allow more, raise Max Cost per Run under Options > Cost of this node, or in the credential if it is set there.',
		},
	);
}

function usdText(amount: Big): string {
	return String(Number(amount.toFixed(6)));
}
