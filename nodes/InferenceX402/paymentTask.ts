import { clock } from '../../lib/base/clock';
import { isCancelled, ServiceFailure } from '../../lib/base/failure';
import type { Offer } from '../../lib/wallet/offer';
import type { PinnedPayment } from '../../lib/wallet/paymentMemory';
import { usdcText } from '../../lib/wallet/usdc';
import type { ListedTopUp } from './recentTopUps';

/** A signed payment, and what is known of it. */
export interface PaymentTask {
	offer: Offer;
	header: { name: string; value: string };
	/** What was signed, for output and errors. */
	facts: Record<string, string>;
	payment: PinnedPayment;
	/** Whether it was signed just now. */
	isNew: boolean;
}

/** A block hash of Solana lives for about a minute (docs/wallet.md); after twice that it is certainly over. */
const BLOCKHASH_LIFE_MS = 120_000;

/** When a signed payment can no longer be redeemed, in Unix milliseconds. */
export function lapsesAt({ offer, payment }: Pick<PaymentTask, 'offer' | 'payment'>): number {
	const life = offer.rail === 'solana' ? BLOCKHASH_LIFE_MS : offer.validFor * 1000;
	return payment.signedAt + life;
}

const LIST = 'Transaction > Get Many';
const SAME =
	'The Retry button of this execution sends the same payment, which settles at most once';

/**
 * The failure of a payment that its answer did not confirm: not settled where `found`, the new top-ups of the transaction
 * list, does not hold it; unknown where the list could not be read.
 */
export function unconfirmed(
	answer: ServiceFailure,
	task: PaymentTask,
	found: ListedTopUp[] | ServiceFailure | undefined,
): ServiceFailure {
	const { facts } = task;
	const until = lapsesAt(task);
	const validUntil = new Date(until).toISOString();
	const settlement = Array.isArray(found) && found.length === 0 ? 'notSettled' : 'unknown';
	const details = { ...answer.facts.details, ...facts, settlement, validUntil };
	const stopped = [answer, found].find(isCancelled);
	if (stopped instanceof ServiceFailure) {
		return stopped.as(stopped.message, { charge: 'possible', details });
	}
	const words = `The top-up was not confirmed: ${answer.message}. ${stateWords(found, facts)}`;
	const cure =
		settlement === 'unknown'
			? `Check ${LIST} first. ${SAME}; a new execution pays again.`
			: notSettledCure(answer, until);
	return answer.as(words, { cure, details });
}

function stateWords(
	found: ListedTopUp[] | ServiceFailure | undefined,
	facts: { amountUsd?: string },
) {
	if (!Array.isArray(found)) {
		const reason = found === undefined ? '' : `: ${found.message}`;
		return `Unknown whether it was settled, because the transaction list could not be read${reason}`;
	}
	const [other] = found;
	if (other === undefined) {
		return `Not settled: the transaction list shows no new top-up of ${facts.amountUsd} USD`;
	}
	return `Unknown whether it was settled: the transaction list shows a new top-up of ${usdcText(other.units)} USD, not of ${facts.amountUsd} USD`;
}

function notSettledCure(answer: ServiceFailure, until: number): string {
	if (clock.now() >= until) {
		return 'The payment has expired and cannot be settled any more. Start a new execution to pay.';
	}
	const own = answer.facts.kind === 'refused' ? `${answer.facts.cure ?? ''} ` : '';
	return `${own}The service can still redeem the signed payment until ${new Date(until).toISOString()}. ${SAME}. Before you start a new execution, which pays again, wait for that time and look at ${LIST}.`.trim();
}
