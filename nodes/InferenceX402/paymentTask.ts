import type { Offer } from '../../lib/wallet/offer';
import type { PinnedPayment } from '../../lib/wallet/paymentMemory';

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
