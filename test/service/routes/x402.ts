import { z } from 'zod';
import { type Call, check, type Route } from '../call';
import { Refusal, refuse } from '../errors';
import { base64Json, LEAST_USD, PAYMENT_REQUIRED } from '../wallet/accepts';
import { FLOOR_USD, SUGGESTED_USD } from '../wallet/shortage';
import { idOf } from '../wallet/wallets';

const pathSchema = z.object({
	walletAddress: z.string().regex(/^(0x[a-fA-F0-9]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/),
});

const pageSchema = z.object({
	limit: z.coerce.number().int().min(1).max(100).default(50),
	offset: z.coerce.number().int().min(0).default(0),
});

/** The wallet of the path, which must be the one that signed. */
function ownWallet({ params, key }: Call): string {
	const { walletAddress } = check(pathSchema, params);
	const own = key?.account.wallet?.address;
	if (own === idOf(walletAddress)) return own;
	throw refuse(403, 'The header was signed by another wallet', 'X402_WALLET_MISMATCH');
}

export const topUp: Route = {
	method: 'POST',
	path: '/x402/top-up',
	access: 'public',
	async handle({ world, entry }) {
		const names = ['payment-signature', 'x-402-payment', 'x-payment'];
		const header = names.map((name) => entry.headers[name]).find((value) => value !== undefined);
		if (header !== undefined) return await world.topUps.pay(header);
		const headers = { 'payment-required': base64Json(PAYMENT_REQUIRED) };
		throw new Refusal(402, PAYMENT_REQUIRED, headers);
	},
};

export const getWalletBalance: Route = {
	method: 'GET',
	path: '/x402/balance/:walletAddress',
	access: 'wallet',
	handle(call) {
		const walletAddress = ownWallet(call);
		const balanceUsd = call.world.wallets.balanceOf(walletAddress);
		const data = {
			walletAddress,
			balanceUsd,
			canConsume: balanceUsd >= FLOOR_USD,
			minimumTopUpUsd: LEAST_USD,
			suggestedTopUpUsd: SUGGESTED_USD,
		};
		return { payload: { json: { success: true, data } } };
	},
};

export const listTransactions: Route = {
	method: 'GET',
	path: '/x402/transactions/:walletAddress',
	access: 'wallet',
	handle(call) {
		const walletAddress = ownWallet(call);
		const { limit, offset } = check(pageSchema, call.entry.query);
		const all = call.world.wallets.movementsOf(walletAddress);
		const data = {
			walletAddress,
			currentBalance: call.world.wallets.balanceOf(walletAddress),
			transactions: all.slice(offset, offset + limit),
			pagination: { limit, offset, hasMore: offset + limit < all.length },
		};
		return { payload: { json: { success: true, data } } };
	},
};
