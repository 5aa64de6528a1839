import { createHash } from 'node:crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { clock } from '../clock';
import { WALLET_CREDENTIAL } from '../http/credential';
import { Pacer } from './pacer';
import { serviceUrl } from '../http/baseUrl';

/** The service takes so many requests of one wallet at once. */
const WALLET_CONCURRENCY = 5;
const MANY = 100;
const FORGOTTEN_MS = 600_000;

const pacers = new Map<string, Pacer>();

/** The pacer that all nodes of this process share which use the same key or wallet at the same address. Throws a ServiceFailure for a bad address. */
export function pacerOf(type: string, credentials: ICredentialDataDecryptedObject): Pacer {
	const { baseUrl, apiKey, privateKey } = credentials;
	const secret = String(apiKey ?? privateKey ?? '').trim();
	const name = createHash('sha256')
		.update(JSON.stringify([type, serviceUrl(baseUrl), secret]))
		.digest('base64');
	const known = pacers.get(name);
	if (known !== undefined) return known;
	if (pacers.size >= MANY) forgetIdle();
	const pacer = new Pacer(type === WALLET_CREDENTIAL ? WALLET_CONCURRENCY : undefined);
	pacers.set(name, pacer);
	return pacer;
}

/** Forgets all that was learnt of limits, as a new process would not know it. */
export function forgetPacers(): void {
	pacers.clear();
}

function forgetIdle(): void {
	for (const [name, pacer] of pacers) {
		if (pacer.idle && clock.now() - pacer.usedAt > FORGOTTEN_MS) pacers.delete(name);
	}
}
