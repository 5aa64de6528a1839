import { createHash } from 'node:crypto';

import { badInput } from '../core/failure';
import { decode32Bytes } from '../wire/keys/base58';
import type { TransferAuthorization } from './evm';
import type { Offer } from './offer';
import { solanaPayment } from './solana';
import type { EvmWallet, SolanaWallet, Wallet } from './wallet';

/** What signing an offer needs besides wallet and offer: the same values give the same header, byte for byte. */
interface SigningInputs {
	/** Unix milliseconds. */
	now: number;
	/** 32 bytes, from `paymentNonce`. */
	nonce: Uint8Array;
	/** Solana: a recent block hash, unless the offer brings one. */
	blockhash?: string;
}

/**
 * The header that pays a checked offer once (x402 version 2; ERC-3009 on Base, a token transfer on Solana).
 * Send the very same header again after a time-out; never sign twice. Throws a ServiceFailure when wallet and offer
 * are of different networks, or a Solana block hash is missing.
 */
export async function paymentHeader(
	wallet: Wallet,
	offer: Offer,
	moment: SigningInputs,
): Promise<{ name: string; value: string }> {
	if (moment.nonce.length !== 32)
		throw badInput('The nonce of a payment must have 32 bytes', 'Run the workflow again.');
	if (wallet.rail !== offer.rail) {
		throw badInput(
			'Nothing was signed: the payment option is for another network than the wallet',
			'Choose the network of the payment option in the credential.',
		);
	}
	const payload =
		wallet.rail === 'evm'
			? await evmPayload(wallet, offer, moment)
			: solanaPayload(wallet, offer, moment);
	const content = { x402Version: 2, accepted: offer.accepted, payload };
	return {
		name: 'PAYMENT-SIGNATURE',
		value: Buffer.from(JSON.stringify(content), 'utf8').toString('base64'),
	};
}

async function evmPayload(wallet: EvmWallet, offer: Offer, { now, nonce }: SigningInputs) {
	const authorization: TransferAuthorization = {
		from: wallet.address,
		to: offer.payTo,
		value: String(offer.amount),
		validAfter: '0',
		validBefore: String(Math.floor(now / 1000) + offer.validFor),
		nonce: `0x${Buffer.from(nonce).toString('hex')}`,
	};
	return { signature: await wallet.signTransfer(authorization), authorization };
}

function solanaPayload(wallet: SolanaWallet, offer: Offer, moment: SigningInputs) {
	const blockhash = offer.blockhash ?? moment.blockhash;
	if (!decode32Bytes(blockhash) || blockhash === undefined || offer.feePayer === undefined) {
		throw badInput(
			'Nothing was signed: a payment on Solana needs a recent block hash',
			'Check the RPC URL of the node.',
		);
	}
	const transaction = solanaPayment(wallet, {
		payTo: offer.payTo,
		feePayer: offer.feePayer,
		amount: offer.amount,
		blockhash,
		memo: offer.memo ?? Buffer.from(moment.nonce.subarray(0, 16)).toString('hex'),
	});
	return { transaction };
}

/** What makes a payment one and the same, however often it is tried and whatever the service asks for meanwhile. */
interface PaymentIdentity {
	execution: string;
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
export function paymentNonce({ execution, node, place, scope = '' }: PaymentIdentity): Uint8Array {
	if (execution === '' || node === '') {
		throw badInput(
			'Nothing was signed: this run has no execution ID, so a repeated payment could not be recognized',
			'Run it in a workflow that saves its executions.',
		);
	}
	const facts = ['x402 top-up', scope, execution, node, place];
	return Uint8Array.from(createHash('sha256').update(JSON.stringify(facts), 'utf8').digest());
}
