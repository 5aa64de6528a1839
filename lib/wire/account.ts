import { createHash, createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { IAllExecuteFunctions, ICredentialDataDecryptedObject } from 'n8n-workflow';

import { redactor, type Redactor } from '../core/redact';
import { writtenFormsOfKey } from './keys/privateKey';
import { type Pacer, pacerOf } from './pacing/pacer';
import {
	checkedNamePrefix,
	isRehearsing,
	processCountOf,
	secretOf,
	WALLET_CREDENTIAL,
} from './credential';
import { safeServiceUrl } from './serviceUrl';

/** The service takes so many requests of one wallet at once (docs/maintainers/service.md#wallets). */
const WALLET_CONCURRENCY = 5;

/** Whose account calls are made for, and where. */
export interface Account {
	/** The same for the same key or wallet at the same address, and shows neither. */
	id: string;
	/** The same in a rehearsal and in earnest. */
	keyId: string;
	/** The type of the credential. */
	type: string;
	baseURL: string;
	/** The name prefix of the deployment. */
	namePrefix: string;
	/** The limits of its owner, as the credential states them: which models may get data, and what an execution may spend, in USD. */
	limits: { allowedPrivacy?: unknown; maxCostPerRun?: unknown };
	/** Whether nothing is sent that costs money or changes something. */
	rehearses?: boolean;
	/** Whether it has no key, which only one that rehearses does without. */
	lacksKey?: boolean;
	/** Shared by all nodes of this process that use the same key or wallet at the same address. */
	pacer: Pacer;
	/** Hides what no answer may show, besides the headers of the request. */
	redact: Redactor;
	/** Closes what only a run with this credential may read. */
	seal: StorageCipher;
	/** Whether the key of the credential ends with this. */
	keyEndsWith(last: string): boolean;
}

/** The account that an item of a run used last, and what its credential held. */
const lastAccountOfRun = new WeakMap<object, { held: string; account: Account }>();

/**
 * The account behind a credential of the node, which an expression may make another one for another item of the `run`.
 * Throws a ServiceFailure for a bad address, name prefix or number of processes.
 */
export async function accountOf(
	context: Pick<IAllExecuteFunctions, 'getCredentials'>,
	type: string,
	run: object = context,
): Promise<Account> {
	const credential = await context.getCredentials(type);
	const credentialJson = JSON.stringify([type, credential]);
	const last = lastAccountOfRun.get(run);
	if (last?.held === credentialJson) return last.account;
	const account = accountOfCredential(type, credential);
	lastAccountOfRun.set(run, { held: credentialJson, account });
	return account;
}

/** The account behind a credential of a type. Throws like `accountOf`. */
export function accountOfCredential(
	type: string,
	credential: ICredentialDataDecryptedObject,
): Account {
	const { network, privateKey } = credential;
	const baseURL = safeServiceUrl(credential);
	const secret = secretOf(type, credential);
	const rehearses = isRehearsing(credential);
	const prefix = checkedNamePrefix(credential.namePrefix);
	const processes = processCountOf(credential.processes);
	const isWallet = type === WALLET_CREDENTIAL;
	const forms = isWallet ? writtenFormsOfKey(network, privateKey) : [];
	const keyId = createHash('sha256')
		.update(JSON.stringify([type, baseURL, secret]))
		.digest('base64');
	// What is learned or remembered in earnest is not that of a rehearsal; the limits of the service are.
	const id = rehearses ? `rehearsal ${keyId}` : keyId;
	return {
		...{ id, keyId, type, baseURL, namePrefix: prefix, limits: limitsOf(credential) },
		...{ rehearses, lacksKey: secret === '' },
		pacer: pacerOf(keyId, isWallet ? WALLET_CONCURRENCY : undefined, processes),
		redact: redactor([secret, ...forms]),
		seal: storageCipherOf(secret),
		keyEndsWith: (last) => secret.endsWith(last),
	};
}

/** The limits that a credential has a field for: one that is there and empty, as an expression leaves it, is not one that is not set. */
function limitsOf(credential: ICredentialDataDecryptedObject): Account['limits'] {
	const names = ['allowedPrivacy', 'maxCostPerRun'] as const;
	const set = names.filter((name) => name in credential);
	return Object.fromEntries(set.map((name) => [name, credential[name]]));
}

/** Turns values into text that only who holds the same secret can read, and back. */
export interface StorageCipher {
	close(value: unknown): string;
	/** The value again; undefined for anything that was not closed with this secret. */
	open<T>(sealed: unknown): T | undefined;
}

/** AES-256-GCM (NIST SP 800-38D) under a key that is derived from the secret (RFC 5869). */
const CIPHER = 'aes-256-gcm';
const [NONCE_BYTES, TAG_BYTES] = [12, 16];

/** The seal of a secret. */
export function storageCipherOf(secret: string): StorageCipher {
	const encryptionKey = () => Buffer.from(hkdfSync('sha256', secret, '', 'sealed answers', 32));
	return {
		close(value) {
			const nonce = randomBytes(NONCE_BYTES);
			const cipher = createCipheriv(CIPHER, encryptionKey(), nonce);
			const text = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()]);
			return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
		},
		open<T>(sealed: unknown) {
			if (typeof sealed !== 'string') return undefined;
			const bytes = Buffer.from(sealed, 'base64');
			const nonce = bytes.subarray(0, NONCE_BYTES);
			const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
			try {
				const decipher = createDecipheriv(CIPHER, encryptionKey(), nonce, {
					authTagLength: TAG_BYTES,
				});
				decipher.setAuthTag(tag);
				const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
				return JSON.parse(Buffer.concat([text, decipher.final()]).toString('utf8')) as T;
			} catch {
				return undefined;
			}
		},
	};
}
