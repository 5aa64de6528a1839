import { createHash } from 'node:crypto';
import { badInput } from '../transport/errors/failure';

/** What makes a payment one and the same however often it is tried. */
export interface PaymentOccasion {
	/** n8n's execution id. */
	execution: string;
	/** The node's name or id. */
	node: string;
	/** The index of the item. */
	item: number;
	/** USDC base units. */
	amount: bigint;
	/** Anything that keeps two installations with one wallet apart, such as the workflow's id. */
	scope?: string;
}

/**
 * The 32-byte nonce of a payment, a SHA-256 of its occasion: a repeated run makes the same one, and a contract takes
 * each only once (ERC-3009). Throws a ServiceFailure when there is no execution to tell runs apart.
 */
export function paymentNonce({ execution, node, item, amount, scope = '' }: PaymentOccasion) {
	if (execution === '' || node === '') {
		throw badInput(
			'Nothing was signed: this run has no execution id, so a repeated payment could not be recognised',
		);
	}
	const facts = ['x402 top-up', scope, execution, node, item, amount.toString()];
	return Uint8Array.from(createHash('sha256').update(JSON.stringify(facts), 'utf8').digest());
}
