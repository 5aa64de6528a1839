import { createHash } from 'node:crypto';
import { badInput } from '../base/failure';

/** What makes a payment one and the same, however often it is tried and whatever the service asks for meanwhile. */
export interface PaymentOccasion {
	/** n8n's execution id. */
	execution: string;
	/** The node's id. */
	node: string;
	/** How often the node ran before in this execution, and the index of the item. */
	place: string;
	/** Anything that keeps two installations with one wallet apart, such as the workflow's id. */
	scope?: string;
}

/**
 * The 32-byte nonce of a payment, a SHA-256 of its occasion: an execution that is run again makes the same one, and a
 * contract takes each only once (ERC-3009). Throws a ServiceFailure when there is no execution to tell runs apart.
 */
export function paymentNonce({ execution, node, place, scope = '' }: PaymentOccasion): Uint8Array {
	if (execution === '' || node === '') {
		throw badInput(
			'Nothing was signed: this run has no execution ID, so a repeated payment could not be recognized',
		);
	}
	const facts = ['x402 top-up', scope, execution, node, place];
	return Uint8Array.from(createHash('sha256').update(JSON.stringify(facts), 'utf8').digest());
}
