import { Refusal, refuse } from './errors';
import { ACCEPTS, base64Json } from './wallet/accepts';
import { signInChallenge } from './wallet/shortage';

export interface Account {
	id: string;
	balances: { usd: number; diem: number };
	/** The account is a wallet's, known by its address alone. */
	wallet?: {
		address: string;
		/** Why it cannot call now, if it cannot. */
		refusal(): Refusal | undefined;
		/** Writes down what a call took, or gave back where it is negative. */
		note(usd: number, facts: { requestId: string }): void;
	};
}

export interface ApiKey {
	id: string;
	secret: string;
	kind: 'ADMIN' | 'INFERENCE';
	account: Account;
	readonly active: boolean;
	/** The key's own spending cap is used up, whatever the account still has. */
	readonly capReached: boolean;
}

/**
 * `public`: anybody; `inference`: any active key or wallet; `account`: any active key, never a wallet;
 * `management`: ADMIN; `wallet`: a wallet, never a key.
 */
export type Access = 'public' | 'inference' | 'account' | 'management' | 'wallet';

export type KeyName = 'user' | 'inference' | 'capped' | 'poor' | 'inactive';

export function createKeys(balances: { usd: number; diem: number }): Record<KeyName, ApiKey> {
	const owner: Account = { id: 'user-1', balances: { ...balances } };
	const poor: Account = { id: 'user-2', balances: { usd: 0, diem: 0 } };
	const lapsed: Account = { id: 'user-3', balances: { ...balances } };
	const key = (name: KeyName, account: Account, change: Partial<ApiKey> = {}): ApiKey => ({
		id: `key-${name}`,
		secret: `local-${name}`,
		kind: 'ADMIN',
		account,
		active: true,
		capReached: false,
		...change,
	});
	return {
		user: key('user', owner),
		inference: key('inference', owner, { kind: 'INFERENCE' }),
		capped: key('capped', owner, { capReached: true }),
		poor: key('poor', poor),
		inactive: key('inactive', lapsed, { active: false }),
	};
}

/** The key that an `Authorization` header names, if it is one of ours. */
export function findKey(keys: readonly ApiKey[], authorization?: string): ApiKey | undefined {
	const secret = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
	return keys.find((key) => key.secret === secret);
}

/** Refuses a caller that may not use a route. */
export function authorize(
	access: Access,
	key: ApiKey | undefined,
	headers: Record<string, string>,
	url: string,
	now: number,
): void {
	if (access === 'public') return;
	if (access === 'wallet' && !key?.account.wallet) {
		throw refuse(401, 'This needs the signature of a wallet', 'X402_INVALID_SIGN_IN');
	}
	if (headers.authorization === undefined && access === 'inference' && !key) {
		throw paymentRequired(url, now);
	}
	if (!key) throw refuse(401, 'These credentials were not accepted', 'AUTHENTICATION_FAILED');
	if (!key.active) {
		throw refuse(401, 'This key is not active', 'AUTHENTICATION_FAILED_INACTIVE_KEY');
	}
	if (access === 'management' && key.kind !== 'ADMIN') {
		throw refuse(403, 'An inference key may not read account data', 'UNAUTHORIZED');
	}
}

/** Refuses a call that could not be paid. */
export function requireFunds(key: ApiKey | undefined): void {
	if (!key) return;
	const short = key.account.wallet?.refusal();
	if (short) throw short;
	if (key.capReached) {
		throw refuse(
			402,
			'The spending limit of this key is used up',
			'API_KEY_USD_SPEND_LIMIT_EXCEEDED',
		);
	}
	const { usd, diem } = key.account.balances;
	if (usd <= 0 && diem <= 0) {
		throw refuse(402, 'The account has no balance left', 'INSUFFICIENT_BALANCE');
	}
}

/** The requirements stand in the body and, as base64, in a header. */
function paymentRequired(url: string, now: number): Refusal {
	const body = discovery(url, now);
	return new Refusal(402, body, { 'payment-required': base64Json(body) });
}

/** Shape I: how to pay, for a caller without any credentials. */
function discovery(url: string, now: number) {
	return {
		x402Version: 2,
		error: 'Payment required',
		resource: { url, description: 'Local inference service', mimeType: 'application/json' },
		accepts: ACCEPTS,
		extensions: { 'sign-in-with-x': signInChallenge(url, now) },
		authOptions: {
			apiKey: {
				header: 'Authorization: Bearer <API_KEY>',
				getKey: 'https://service.example/keys',
				docs: 'https://service.example/docs',
			},
			x402Wallet: {
				header: 'SIGN-IN-WITH-X',
				legacyHeader: 'X-Sign-In-With-X',
				topUp: 'POST /api/v1/x402/top-up',
				docs: 'https://service.example/docs',
			},
		},
	};
}
