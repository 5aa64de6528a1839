import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { badInput, type ServiceFailure } from '../core/failure';
import { cancelBody } from '../core/streams';
import { isLoopback } from './serviceUrl';
import { isOnlyRefusedAt } from './errors/connectionError';
import { ssrfFailure } from './errors/connectionFailure';
import type { Caller } from './send';

/**
 * Ports of this machine that only its administrator can open and no program uses. There are two, because a dead proxy on one of them
 * refuses as the port itself does, and because NO_PROXY may name one of them.
 */
const CLOSED_PORTS = [1, 2];

/** Windows takes two seconds to report a refused connection. */
const TIMEOUT_MS = 10_000;

/** An expression can name any number of addresses. */
const MAX_HOSTS = 1_000;

/** What this process found out, by host: why requests to it must not carry a key, or undefined once they reach it without a proxy. */
export const proxyFindingByHost = new Map<string, Promise<ServiceFailure | undefined>>();

/**
 * Throws a ServiceFailure when requests over plain http to an address of this machine may go through a proxy of n8n's environment, which
 * could read the key. No node can see or switch off that proxy, but a closed port refuses only a connection that
 * comes to it.
 */
export async function requireNoProxy(
	helpers: Pick<Caller['helpers'], 'httpRequest'>,
	address: string,
): Promise<void> {
	const { protocol, hostname } = new URL(address);
	if (protocol !== 'http:' || !isLoopback(hostname)) return;
	if (proxyFindingByHost.size >= MAX_HOSTS) proxyFindingByHost.clear();
	const finding = proxyFindingByHost.get(hostname) ?? findProxyFailure(helpers, hostname);
	proxyFindingByHost.set(hostname, finding);
	const failure = await finding;
	if (failure === undefined) return;
	if (proxyFindingByHost.get(hostname) === finding) proxyFindingByHost.delete(hostname);
	throw failure;
}

/** Why requests to the host must not carry a key; undefined when each closed port refused the connection itself. */
async function findProxyFailure(
	{ httpRequest }: Pick<Caller['helpers'], 'httpRequest'>,
	host: string,
): Promise<ServiceFailure | undefined> {
	for (const port of CLOSED_PORTS) {
		const probeAbort = new AbortController();
		try {
			const answer = (await httpRequest({
				...{ method: 'GET', url: `http://${host}:${port}/`, timeout: TIMEOUT_MS },
				...{ encoding: 'stream', returnFullResponse: true, ignoreHttpStatusErrors: true },
				...{ disableFollowRedirect: true, abortSignal: probeAbort.signal },
			})) as IN8nHttpFullResponse;
			// Something answered where nothing listens.
			cancelBody(answer.body);
			probeAbort.abort();
			return proxyFailure(host);
		} catch (error) {
			const isOwn = (reached: string) => isAddressOf(host, reached);
			if (!isOnlyRefusedAt(error, port, isOwn))
				return ssrfFailure(error, host) ?? proxyFailure(host);
		}
	}
	return undefined;
}

function isAddressOf(host: string, address: string): boolean {
	if (host === 'localhost') return address === '::1' || isLoopback(address);
	return address === host.replace(/^\[|\]$/g, '');
}

function proxyFailure(host: string): ServiceFailure {
	const hosts = [...new Set(['localhost', '127.0.0.1', host])].join(',');
	return badInput(
		`Nothing was sent: n8n may send requests to ${host} through a proxy, which could read the key of the credential`,
		`Set NO_PROXY=${hosts} for n8n, in addition to what it holds, and restart n8n. Enter the host without a port: an entry with a port is not enough. Allow Plain HTTP in the credential allows it too, except for payments.`,
	);
}
