import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '../answer';
import { requireFunds } from '../auth';
import { type Call, check, readJson, type Route, takeLimit } from '../call';
import { invalidField, Refusal, refuse } from '../errors';
import { chargeUnits } from '../images/pay';
import { outcomeOf } from '../rpc/answers';
import { factorOf, reasonAgainst } from '../rpc/methods';
import { type Network, NETWORKS } from '../rpc/networks';
import { type RpcCall, rpcHeaders, rpcRequest } from '../schemas/rpc';

const USD_PER_CREDIT = 7e-7;
const FAILURE_CREDITS = 5;
/** How long a node takes; long enough for a second call of the user to meet the first. */
const NODE_MS = 8;

export const listNetworks: Route = {
	method: 'GET',
	path: '/crypto/rpc/networks',
	access: 'public',
	handle(call) {
		takeLimit(call, 'account');
		return { payload: { json: { networks: [...NETWORKS.keys()].sort() } } };
	},
};

export const callNetwork: Route = {
	method: 'POST',
	path: '/crypto/rpc/:network',
	access: 'inference',
	exclusive: () => limited('Another call of this user is still running'),
	async handle(call) {
		const { world, entry, key, params } = call;
		const { 'idempotency-key': idempotencyKey } = check(rpcHeaders, entry.headers);
		const network = NETWORKS.get(params.network ?? '');
		if (!network) throw invalidField('network', `There is no network ${params.network}`);
		const request = readJson(call, rpcRequest);
		const items = [request].flat();
		requireMethods(items, network);
		const user = key?.account.id ?? '';
		const body = `${params.network} ${entry.rawBody}`;
		const stored = idempotencyKey && world.rpc.find(user, idempotencyKey);
		if (stored) return replay(stored, body);
		requireFunds(key);
		takeCapacity(call, user);
		await pause(NODE_MS);
		const replies = items.map((item) => replyTo(item, network, world.now()));
		const credits = replies.reduce((sum, reply) => sum + reply.credits, 0);
		world.rpc.spend(user, credits);
		const line = { sku: 'rpc-credit', units: credits, pricePerUnitUsd: USD_PER_CREDIT };
		const id = chargeUnits(call, [line], 'rpc', null);
		const headers = {
			[`x-${world.namePrefix}-rpc-credits`]: String(credits),
			[`x-${world.namePrefix}-rpc-cost-usd`]: (credits * USD_PER_CREDIT).toFixed(8),
			'x-request-id': createHash('md5').update(id).digest('hex'),
		};
		const answers = replies.map(({ answer }) => answer);
		const json = Array.isArray(request) ? answers.reverse() : answers[0];
		if (idempotencyKey) world.rpc.store(user, idempotencyKey, body, { json, headers });
		return { headers, payload: { json } };
	},
};

/** The answers of a batch come in another order than the calls: only ids tell which is which. */
function replyTo({ id, ...call }: RpcCall, network: Network, now: number) {
	const outcome = outcomeOf({ id, ...call }, network, now);
	const factor = factorOf(call.method, network) ?? 1;
	const credits = 'error' in outcome ? FAILURE_CREDITS : network.credits * factor;
	return { credits, answer: { jsonrpc: '2.0', ...(id !== undefined && { id }), ...outcome } };
}

function requireMethods(items: RpcCall[], network: Network): void {
	const bad = [...new Set(items.map(({ method }) => method))].filter(
		(method) => !factorOf(method, network),
	);
	if (!bad.length) return;
	const reasons = bad.map((method) => `${method} (${reasonAgainst(method, network)})`);
	throw invalidField('method', `These methods cannot be called: ${reasons.join(', ')}`);
}

function replay(
	stored: { body: string; answer: { json: unknown; headers: Record<string, string> } },
	body: string,
): Answer {
	if (stored.body !== body) {
		throw refuse(400, 'This idempotency key was used for another body', 'INVALID_REQUEST');
	}
	const { json, headers } = stored.answer;
	return { headers: { ...headers, 'idempotent-replayed': 'true' }, payload: { json } };
}

function takeCapacity({ world, key, entry }: Call, user: string): void {
	entry.countedAs = 'rpc';
	const { requests } = world.limits.limit('rpc');
	const caps = {
		'x-ratelimit-limit': String(requests),
		'x-ratelimit-remaining': '0',
		'x-ratelimit-reset': String(world.limits.resetOf(user, 'rpc')),
	};
	if (world.rpc.isExhausted(user)) throw limited('The credits of this day are used up', caps);
	if (world.limits.full(user, 'rpc')) {
		if (key) world.limitLog.note(key, 'crypto-rpc', 'RPM');
		throw limited('The calls of this minute are used up', caps);
	}
	world.limits.take(user, 'rpc');
}

/** Shape L. */
function limited(customMessage: string, headers: Record<string, string> = {}): Refusal {
	const body = { error: 'Too many requests', customMessage, code: 'RATE_LIMIT_EXCEEDED' };
	return new Refusal(429, body, headers);
}
