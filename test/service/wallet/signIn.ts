import { parseJson } from '../call';
import { sign } from './nacl';

const LIFE_MS = 5 * 60_000;
const LARGEST_LEAD_MS = 30_000;
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

/** Why a sign-in header was not accepted. */
export class SignInRefused extends Error {}

export interface SignIn {
	/** EIP-55 or base58. */
	address: string;
	nonce: string;
}

/** The lines of a sign-in text that the service looks at. */
interface Text {
	domain: string;
	address: string;
	uri: string;
	version: string;
	chainId: string;
	nonce: string;
	issuedAt: string;
	expirationTime?: string;
}

/**
 * Checks a sign-in header with siwe and ethers (EVM) or tweetnacl (Solana): form, chain, domain, times, signature.
 * Throws SignInRefused; whether the nonce is fresh is for the caller to know.
 */
export async function verifySignIn(header: string, host: string, now: number): Promise<SignIn> {
	const fields = parse(header);
	const { address, message, signature, chainId, timestamp, type } = fields;
	if (typeof message !== 'string' || typeof signature !== 'string') {
		throw new SignInRefused('message and signature must be texts');
	}
	const evm = [8453, '8453', 'eip155:8453'].includes(chainId as string);
	if (!evm && chainId !== SOLANA) throw new SignInRefused('this chain is not supported');
	if (type !== undefined && type !== (evm ? 'eip191' : 'ed25519')) {
		throw new SignInRefused('this type of signature does not belong to the chain');
	}
	const text = await (evm ? readEvm(message) : readSolana(message));
	if (text.address !== address) throw new SignInRefused('the text is for another address');
	if (text.chainId !== (evm ? '8453' : SOLANA.slice(7))) {
		throw new SignInRefused('the text is for another chain');
	}
	checkSite(text, host);
	checkTimes(text, now, timestamp);
	const verified = await (evm ? signedEvm : signedSolana)(message, signature, text.address);
	if (!verified) throw new SignInRefused('the signature is not of this address');
	return { address: text.address, nonce: text.nonce };
}

function parse(header: string): Record<string, unknown> {
	const base64 = /^[A-Za-z0-9+/]+=*$/.test(header)
		? Buffer.from(header, 'base64')
		: Buffer.alloc(0);
	const fields = parseJson(base64);
	if (typeof fields === 'object' && fields !== null) return { ...fields };
	throw new SignInRefused('the header is not JSON in base64');
}

async function readEvm(message: string): Promise<Text> {
	const { SiweMessage } = await import('siwe');
	const parsed = attempt(() => new SiweMessage(message));
	if (!parsed) throw new SignInRefused('the text does not follow EIP-4361');
	const { domain, address, uri, version, chainId, nonce, issuedAt, expirationTime } = parsed;
	const text = { domain, address, uri, version, nonce, expirationTime };
	return { ...text, chainId: String(chainId), issuedAt: issuedAt ?? '' };
}

function attempt<T>(make: () => T): T | undefined {
	try {
		return make();
	} catch {
		return undefined;
	}
}

const SOLANA_TEXT =
	/^(?<domain>\S+) wants you to sign in with your Solana account:\n(?<address>[1-9A-HJ-NP-Za-km-z]{32,44})\n\n[^\n]+\n\nURI: (?<uri>\S+)\nVersion: (?<version>\d+)\nChain ID: (?<chainId>\w+)\nNonce: (?<nonce>[A-Za-z0-9]{8,})\nIssued At: (?<issuedAt>\S+)(?:\nExpiration Time: (?<expirationTime>\S+))?$/;

async function readSolana(message: string): Promise<Text> {
	const groups = SOLANA_TEXT.exec(message)?.groups;
	if (!groups) throw new SignInRefused('the text does not follow the form of the chain');
	return { ...(groups as Record<string, string> & Text) };
}

function checkSite({ domain, uri, version }: Text, host: string): void {
	if (domain !== host) throw new SignInRefused('the text is for another domain');
	if (!URL.canParse(uri) || new URL(uri).host !== host) {
		throw new SignInRefused('the text is for another address of the service');
	}
	if (version !== '1') throw new SignInRefused('the version is not 1');
}

function checkTimes({ issuedAt, expirationTime }: Text, now: number, timestamp: unknown): void {
	const issued = Date.parse(issuedAt);
	if (Number.isNaN(issued)) throw new SignInRefused('Issued At is no time');
	if (timestamp !== undefined && timestamp !== issued) {
		throw new SignInRefused('the timestamp is not the time of Issued At');
	}
	if (issued > now + LARGEST_LEAD_MS) throw new SignInRefused('Issued At is in the future');
	const end = expirationTime === undefined ? issued + LIFE_MS : Date.parse(expirationTime);
	if (!(now < Math.min(end, issued + LIFE_MS))) throw new SignInRefused('the text has expired');
}

async function signedEvm(message: string, signature: string, address: string): Promise<boolean> {
	const { verifyMessage } = await import('ethers');
	return attempt(() => verifyMessage(message, signature)) === address;
}

async function signedSolana(message: string, signature: string, address: string): Promise<boolean> {
	const { decodeBase58, toBeArray } = await import('ethers');
	const bytes = (text: string, length: number) =>
		Uint8Array.from(toBeArray(decodeBase58(text), length));
	const base58 = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(signature);
	const verified = attempt(() =>
		sign.detached.verify(
			Uint8Array.from(Buffer.from(message, 'utf8')),
			base58 ? bytes(signature, 64) : Uint8Array.from(Buffer.from(signature, 'base64')),
			bytes(address, 32),
		),
	);
	return verified === true;
}
