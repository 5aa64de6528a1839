import { randomBytes } from 'node:crypto';
import { Refusal } from '../errors';
import { ACCEPTS, base64Json, LEAST_USD, PAYMENT_REQUIRED } from './accepts';

/** A wallet with less cannot call at all. */
export const FLOOR_USD = 0.1;
export const SUGGESTED_USD = 10;

/** What a wallet is asked to sign, for a caller that asks the service first (extension "sign-in-with-x"). */
export function signInChallenge(url: string, now: number) {
	return {
		info: {
			domain: new URL(url).host,
			uri: url,
			version: '1',
			nonce: randomBytes(8).toString('hex'),
			issuedAt: new Date(now).toISOString(),
			expirationTime: new Date(now + 300_000).toISOString(),
			statement: 'Sign in to the local service',
		},
		supportedChains: [
			{ chainId: 'eip155:8453', type: 'eip191' },
			{ chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', type: 'ed25519' },
		],
	};
}

/** Shape J: the wallet has less than the floor. */
export function shortage(balanceUsd: number, url: string, now: number): Refusal {
	const [first] = ACCEPTS;
	const body = {
		error: 'Payment required',
		code: 'PAYMENT_REQUIRED',
		reason: 'insufficient_balance',
		message: 'The balance of this wallet is too low',
		currentBalanceUsd: balanceUsd,
		minimumBalanceUsd: FLOOR_USD,
		suggestedTopUpUsd: SUGGESTED_USD,
		minimumTopUpUsd: LEAST_USD,
		supportedTokens: ['USDC'],
		supportedChains: ['base', 'solana'],
		topUpInstructions: {
			step1: 'Ask for the payment options: POST /api/v1/x402/top-up without a payment',
			step2: 'Sign one of them',
			step3: 'Send it again with the header PAYMENT-SIGNATURE',
			receiverWallet: first?.payTo,
			tokenAddress: first?.asset,
			tokenDecimals: 6,
			network: first?.network,
			minimumAmountUsd: LEAST_USD,
		},
		siwxChallenge: signInChallenge(url, now),
	};
	return new Refusal(402, body, { 'payment-required': base64Json(PAYMENT_REQUIRED) });
}
