import { Refusal, refuse } from './errors';

export interface Account {
	id: string;
	balances: { usd: number; diem: number };
}

export interface ApiKey {
	id: string;
	secret: string;
	kind: 'ADMIN' | 'INFERENCE';
	account: Account;
	active: boolean;
	/** The key's own spending cap is used up, whatever the account still has. */
	capReached: boolean;
}

/** `public`: anybody; `inference`: any active key; `account`: any active key, never a wallet; `management`: ADMIN. */
export type Access = 'public' | 'inference' | 'account' | 'management';

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
): void {
	if (access === 'public') return;
	const wallet = headers['sign-in-with-x'] ?? headers['x-sign-in-with-x'];
	if (headers.authorization === undefined && access === 'inference') {
		if (wallet === undefined) throw paymentRequired(url);
		throw refuse(401, 'The wallet signature was not accepted', 'X402_INVALID_SIGN_IN');
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
function paymentRequired(url: string): Refusal {
	const body = discovery(url);
	const header = Buffer.from(JSON.stringify(body)).toString('base64');
	return new Refusal(402, body, { 'payment-required': header });
}

/** Shape I: how to pay, for a caller without any credentials. */
function discovery(url: string) {
	return {
		x402Version: 2,
		error: 'Payment required',
		resource: { url, description: 'Local inference service', mimeType: 'application/json' },
		accepts: [
			{
				scheme: 'exact',
				network: 'eip155:8453',
				asset: '0x0000000000000000000000000000000000000001',
				amount: '5000000',
				payTo: '0x0000000000000000000000000000000000000002',
				maxTimeoutSeconds: 300,
				extra: { name: 'Local Dollar', version: '2' },
			},
		],
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
