import { createHash } from 'node:crypto';
import type { IAllExecuteFunctions } from 'n8n-workflow';

import { clock } from '../clock';
import { Pacer } from '../pacing/pacer';
import { safeServiceUrl } from './baseUrl';
import { WALLET_CREDENTIAL } from './credential';
import { namePrefix } from './namePrefix';
import { privateKeyForms } from './secretForms';

/** The service takes so many requests of one wallet at once (docs/service.md#wallets). */
const WALLET_CONCURRENCY = 5;
const MANY = 100;
const FORGOTTEN_MS = 600_000;

/** Whose account calls are made for, and where: resolved once for all calls of an item. */
export interface Account {
	/** The type of the credential. */
	type: string;
	baseURL: string;
	/** The name prefix of the deployment. */
	namePrefix: string;
	/** Shared by all nodes of this process that use the same key or wallet at the same address. */
	pacer: Pacer;
	/** What no answer may show, besides the headers of the request; a function, so that printing an account does not show it. */
	secrets(): string[];
}

/** The pacers of this process, by account; a new process knows nothing of limits. */
export const pacers = new Map<string, Pacer>();

/** The account behind a credential of the node. Throws a ServiceFailure for a bad address or name prefix. */
export async function accountOf(
	context: Pick<IAllExecuteFunctions, 'getCredentials'>,
	type: string,
): Promise<Account> {
	const credential = await context.getCredentials(type);
	const { apiKey, privateKey, network, namePrefix: given } = credential;
	const baseURL = safeServiceUrl(credential);
	const secret = String(apiKey ?? privateKey ?? '').trim();
	return {
		type,
		baseURL,
		namePrefix: namePrefix(given),
		pacer: pacerOf(type, baseURL, secret),
		secrets: () => [secret, ...privateKeyForms(network, privateKey)],
	};
}

function pacerOf(type: string, baseURL: string, secret: string): Pacer {
	const name = createHash('sha256')
		.update(JSON.stringify([type, baseURL, secret]))
		.digest('base64');
	const known = pacers.get(name);
	if (known !== undefined) return known;
	if (pacers.size >= MANY) forgetIdle();
	const pacer = new Pacer(type === WALLET_CREDENTIAL ? WALLET_CONCURRENCY : undefined);
	pacers.set(name, pacer);
	return pacer;
}

function forgetIdle(): void {
	for (const [name, pacer] of pacers) {
		if (pacer.idle && clock.now() - pacer.usedAt > FORGOTTEN_MS) pacers.delete(name);
	}
}
