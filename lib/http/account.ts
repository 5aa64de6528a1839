import { createHash } from 'node:crypto';
import type { IAllExecuteFunctions, ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { Pacer } from '../pacing/pacer';
import { pacerOf } from '../pacing/pacers';
import { parsePrivateKey, privateKeyForms } from '../keys/privateKey';
import { safeServiceUrl } from './baseUrl';
import { WALLET_CREDENTIAL } from './credential';
import { namePrefix } from './namePrefix';
import { processesOf } from './processes';
import { redactor, type Redactor } from '../base/redact';
import { sealOf, type Seal } from './seal';
import { apiKeyOf } from './signedRequest';

/** The service takes so many requests of one wallet at once (docs/service.md#wallets). */
const WALLET_CONCURRENCY = 5;

/** Whose account calls are made for, and where. */
export interface Account {
	/** The same for the same key or wallet at the same address, and shows neither. */
	id: string;
	/** The type of the credential. */
	type: string;
	baseURL: string;
	/** The name prefix of the deployment. */
	namePrefix: string;
	/** Which models may get data, as the credential states it. */
	allowedPrivacy?: unknown;
	/** Shared by all nodes of this process that use the same key or wallet at the same address. */
	pacer: Pacer;
	/** Hides what no answer may show, besides the headers of the request. */
	redact: Redactor;
	/** Closes what only a run with this credential may read. */
	seal: Seal;
	/** Whether the key of the credential ends with this. */
	endsWith(last: string): boolean;
}

/** The account that an item of a run used last, and what its credential held. */
const lastAccounts = new WeakMap<object, { held: string; account: Account }>();

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
	const held = JSON.stringify([type, credential]);
	const last = lastAccounts.get(run);
	if (last?.held === held) return last.account;
	const account = accountWith(type, credential);
	lastAccounts.set(run, { held, account });
	return account;
}

function accountWith(type: string, credential: ICredentialDataDecryptedObject): Account {
	const { privateKey, network, namePrefix: given } = credential;
	const baseURL = safeServiceUrl(credential);
	const secret = secretOf(type, credential);
	const id = createHash('sha256')
		.update(JSON.stringify([type, baseURL, secret]))
		.digest('base64');
	const most = type === WALLET_CREDENTIAL ? WALLET_CONCURRENCY : undefined;
	return {
		id,
		type,
		baseURL,
		namePrefix: namePrefix(given),
		allowedPrivacy: credential.allowedPrivacy,
		pacer: pacerOf(id, most, processesOf(credential.processes)),
		redact: redactor([secret, ...privateKeyForms(network, privateKey)]),
		seal: sealOf(secret),
		endsWith: (last) => secret.endsWith(last),
	};
}

/** The key that the credential holds. Throws a ServiceFailure, as n8n rewords what the credential refuses while it signs. */
function secretOf(type: string, credential: ICredentialDataDecryptedObject): string {
	if (type !== WALLET_CREDENTIAL) return apiKeyOf(credential);
	const { privateKey, network } = credential;
	parsePrivateKey(network === 'solana' ? 'solana' : 'evm', privateKey);
	return String(privateKey).trim();
}
