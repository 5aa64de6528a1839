import { isCancelled, ServiceFailure } from '../../lib/core/failure';
import type { ServiceTime } from '../../lib/core/serviceTime';
import type { Offer } from '../../lib/wallet/offer';
import type { PinnedPayment } from '../../lib/wallet/paymentMemory';
import { usdcText } from '../../lib/wallet/usdc';
import type { ListedTopUp } from './recentTopUps';

export interface PaymentTask {
	offer: Offer;
	header: { name: string; value: string };
	/** What was signed, for output and errors. */
	facts: PaymentFacts;
	payment: PinnedPayment;
	isNew: boolean;
	time: ServiceTime;
}

export interface PaymentFacts {
	walletAddress: string;
	network: string;
	amountUsd: number;
	receiver: string;
}

/** A block hash of Solana lives for about a minute (docs/wallet.md); after twice that it is certainly over. */
const BLOCKHASH_LIFE_MS = 120_000;
/** How far the clock of the service and its transaction list may be behind: sign-ins allow half a minute. */
const SETTLE_LEEWAY_MS = 60_000;

/** When a signed payment can no longer be settled, and a settled one is listed, in Unix milliseconds of the service's time. */
export function paymentLapsesAt({
	offer,
	payment,
}: Pick<PaymentTask, 'offer' | 'payment'>): number {
	const life = offer.rail === 'solana' ? BLOCKHASH_LIFE_MS : offer.validFor * 1000;
	return payment.signedAt + life + SETTLE_LEEWAY_MS;
}

/** Whether that time has certainly passed, whatever the clock of n8n shows. */
export function hasPaymentLapsed(task: PaymentTask): boolean {
	return (task.time.earliestNow() ?? -Infinity) >= paymentLapsesAt(task);
}

const LIST_OPERATION = 'Transaction > Get Many';

/**
 * The failure of a payment that its answer did not confirm. It is unknown as long as the service can settle it, whatever the service has
 * answered; after that, it is not settled where `found`, the new top-ups of the transaction list, does not hold it.
 */
export function unconfirmedPaymentFailure(
	answer: ServiceFailure,
	task: PaymentTask,
	found: ListedTopUp[] | ServiceFailure | undefined,
): ServiceFailure {
	const { facts } = task;
	const validUntil = new Date(paymentLapsesAt(task)).toISOString();
	const hasLapsed = hasPaymentLapsed(task);
	const isAbsent = Array.isArray(found) && found.length === 0;
	const settlement = hasLapsed && isAbsent ? 'notSettled' : 'unknown';
	const details = { ...answer.facts.details, ...facts, settlement, validUntil };
	const stopped = [answer, found].find(isCancelled);
	if (stopped instanceof ServiceFailure) {
		return stopped.withMessage(stopped.message, { charge: 'possible', details });
	}
	const state = settlement === 'notSettled' ? 'Not settled' : 'Unknown whether it was settled';
	const words = `The top-up was not confirmed: ${unconfirmedReason(answer)}. ${state}${transactionListWords(found, facts)}`;
	if (!hasLapsed) {
		const cure = `Wait until ${validUntil}: the service can still settle the signed payment. After that, the Retry button of this execution shows what became of it, and pays nothing.`;
		return answer.withMessage(words, { cure, details });
	}
	const cure =
		settlement === 'notSettled'
			? 'The payment has expired and cannot be settled any more. Start a new execution to pay.'
			: `Check ${LIST_OPERATION} before you start a new execution, which pays again.`;
	return answer.withMessage(words, { cure, details });
}

/** A payment that is refused with 402 says nothing of the credit of the account, as the words for other calls do. */
function unconfirmedReason({ message, facts: { status, code } }: ServiceFailure): string {
	if (status !== 402) return message;
	return `the service answered with status 402${code === undefined ? '' : ` (${code})`}`;
}

function transactionListWords(
	found: ListedTopUp[] | ServiceFailure | undefined,
	facts: PaymentFacts,
) {
	if (!Array.isArray(found)) {
		const reason = found === undefined ? '' : `: ${found.message}`;
		return `, because the transaction list could not be read${reason}`;
	}
	const [other] = found;
	if (other === undefined) {
		return `: the transaction list shows no new top-up of ${facts.amountUsd} USD`;
	}
	return `: the transaction list shows a new top-up of ${usdcText(other.units)} USD, not of ${facts.amountUsd} USD`;
}
