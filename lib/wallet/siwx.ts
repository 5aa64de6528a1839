import { badInput } from '../core/failure';
import type { Rail } from '../wire/keys/privateKey';
import type { SignInSite } from './site';
import { BASE_CHAIN_ID, NETWORKS } from './usdc';
import type { Wallet } from './wallet';

/** How long a sign-in is valid, in milliseconds: the service allows 5 minutes, a minute less leaves room for clocks. */
export const SIGN_IN_LIFE_MS = 4 * 60_000;

/** Fields of a sign-in text; times are ISO 8601. */
export interface SignInFields {
	/** "Ethereum" or "Solana". */
	chain: string;
	domain: string;
	address: string;
	statement?: string;
	uri: string;
	version: string;
	chainId: number | string;
	/** Letters and digits, 8 or more. */
	nonce: string;
	issuedAt: string;
	expirationTime?: string;
	notBefore?: string;
	requestId?: string;
	resources?: readonly string[];
}

export interface SignInRequest {
	site: SignInSite;
	/** Unix milliseconds. */
	now: number;
	/** Never used before: letters and digits, 8 or more; 16 hex digits are usual. */
	nonce: string;
	/** Sends the header by its older name. */
	legacyHeader?: boolean;
}

const CHAIN_NAMES: Record<Rail, string> = { evm: 'Ethereum', solana: 'Solana' };

/**
 * The text a wallet signs to sign in (EIP-4361; Solana's has the same lines under its own name).
 * Throws a ServiceFailure when a field holds a line break or the nonce is no plain word, since that could forge lines.
 */
export function signInText(fields: SignInFields): string {
	const { resources, statement } = fields;
	const optionalLine = (label: string, value?: string) =>
		value === undefined ? [] : [`${label}: ${value}`];
	const lines = [
		`${fields.domain} wants you to sign in with your ${fields.chain} account:`,
		fields.address,
		'',
		...(statement === undefined ? [] : [statement]),
		'',
		`URI: ${fields.uri}`,
		`Version: ${fields.version}`,
		`Chain ID: ${fields.chainId}`,
		`Nonce: ${fields.nonce}`,
		`Issued At: ${fields.issuedAt}`,
		...optionalLine('Expiration Time', fields.expirationTime),
		...optionalLine('Not Before', fields.notBefore),
		...optionalLine('Request ID', fields.requestId),
		...(resources === undefined ? [] : ['Resources:', ...resources.map((one) => `- ${one}`)]),
	];
	if (lines.some(breaksLine)) {
		throw badInput(
			'The sign-in text must not hold line breaks or control characters',
			'Correct Sign-In Statement in the credential.',
		);
	}
	if (!/^[A-Za-z0-9]{8,}$/.test(fields.nonce)) {
		throw badInput(
			'The nonce of a sign-in must be 8 or more letters and digits',
			'Run the workflow again.',
		);
	}
	return lines.join('\n');
}

/** The header that signs a wallet in for one request (docs/maintainers/service.md#wallets): a fresh one is needed for every attempt. */
export async function siwxHeader(
	wallet: Wallet,
	{ site, now, nonce, legacyHeader = false }: SignInRequest,
): Promise<{ name: string; value: string }> {
	const message = signInText({
		...site,
		chain: CHAIN_NAMES[wallet.rail],
		address: wallet.address,
		version: '1',
		chainId: NETWORKS[wallet.rail].replace(/^.*:/, ''),
		nonce,
		issuedAt: new Date(now).toISOString(),
		expirationTime: new Date(now + SIGN_IN_LIFE_MS).toISOString(),
	});
	const signature = await wallet.signText(message);
	const payload = {
		address: wallet.address,
		message,
		signature,
		timestamp: now,
		...(wallet.rail === 'evm'
			? { chainId: BASE_CHAIN_ID }
			: { chainId: NETWORKS.solana, type: 'ed25519' }),
	};
	return {
		name: legacyHeader ? 'X-Sign-In-With-X' : 'SIGN-IN-WITH-X',
		value: Buffer.from(JSON.stringify(payload), 'utf8').toString('base64'),
	};
}

function breaksLine(line: string): boolean {
	return /[\p{Cc}\p{Zl}\p{Zp}]/u.test(line);
}
