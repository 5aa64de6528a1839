import { encodeBase58, Wallet } from 'ethers';
import { SiweMessage } from 'siwe';
import type { LocalService } from '../service';
import { sign } from './nacl';

export interface SignInChange {
	domain?: string;
	uri?: string;
	/** Milliseconds between now and Issued At. */
	issuedIn?: number;
	/** Milliseconds between Issued At and the end. */
	life?: number;
	nonce?: string;
	/** The number in the text. */
	chain?: number | string;
	/** Fields of the header. */
	fields?: Record<string, unknown>;
}

let count = 0;
const freshNonce = () => (++count).toString(16).padStart(16, '0');

const facts = (service: LocalService, change: SignInChange) => {
	const { host, origin } = new URL(service.url);
	const issued = Date.now() + (change.issuedIn ?? 0);
	return {
		domain: change.domain ?? host,
		uri: change.uri ?? origin,
		nonce: change.nonce ?? freshNonce(),
		issued,
		issuedAt: new Date(issued).toISOString(),
		expirationTime: new Date(issued + (change.life ?? 240_000)).toISOString(),
	};
};

const encoded = (fields: object) => Buffer.from(JSON.stringify(fields)).toString('base64');

/** A sign-in header made by ethers and siwe. */
export async function evmHeader(
	service: LocalService,
	wallet: Wallet | ReturnType<typeof Wallet.createRandom>,
	change: SignInChange = {},
): Promise<string> {
	const { issued, ...text } = facts(service, change);
	const message = new SiweMessage({
		...text,
		address: wallet.address,
		statement: 'Hello',
		version: '1',
		chainId: Number(change.chain ?? 8453),
	}).prepareMessage();
	const signature = await wallet.signMessage(message);
	const { address } = wallet;
	const fields = { address, message, signature, timestamp: issued, chainId: 8453 };
	return encoded({ ...fields, ...change.fields });
}

export type SolanaPair = ReturnType<typeof sign.keyPair.fromSeed>;

export const solanaAddress = (pair: SolanaPair) => encodeBase58(pair.publicKey);

/** A sign-in header made by tweetnacl. */
export function solanaHeader(
	service: LocalService,
	pair: SolanaPair,
	change: SignInChange & { base64?: boolean } = {},
): string {
	const { domain, uri, nonce, issued, issuedAt, expirationTime } = facts(service, change);
	const address = solanaAddress(pair);
	const chain = change.chain ?? '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
	const message = `${domain} wants you to sign in with your Solana account:\n${address}\n\nHello\n\nURI: ${uri}\nVersion: 1\nChain ID: ${chain}\nNonce: ${nonce}\nIssued At: ${issuedAt}\nExpiration Time: ${expirationTime}`;
	const signed = sign.detached(Uint8Array.from(Buffer.from(message)), pair.secretKey);
	const signature = change.base64 ? Buffer.from(signed).toString('base64') : encodeBase58(signed);
	const chainId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
	const fields = { address, message, signature, timestamp: issued, chainId, type: 'ed25519' };
	return encoded({ ...fields, ...change.fields });
}
