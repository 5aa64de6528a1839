import { type Call, check, readJson, type Route, takeLimit } from '../call';
import type { ApiKey } from '../auth';
import { invalidField, refuse } from '../errors';
import { deleteKeyQuery, keyChangeRequest, newKeyRequest } from '../schemas/apiKeys';

type Held = ReturnType<Call['world']['keyRing']['create']>;

export const listKeys: Route = {
	method: 'GET',
	path: '/api_keys',
	access: 'management',
	handle(call) {
		takeLimit(call, 'account');
		const data = call.world.keyRing.of(callerOf(call)).map((held) => withUse(call, held));
		return { payload: { json: { object: 'list', data } } };
	},
};

export const getKey: Route = {
	method: 'GET',
	path: '/api_keys/:id',
	access: 'management',
	handle(call) {
		takeLimit(call, 'account');
		const held = call.world.keyRing.find(callerOf(call), call.params.id ?? '');
		if (!held) throw refuse(404, 'There is no such API key');
		return { payload: { json: { data: withUse(call, held) } } };
	},
};

export const createKey: Route = {
	method: 'POST',
	path: '/api_keys',
	access: 'management',
	handle(call) {
		takeLimit(call, 'newKey');
		const caller = callerOf(call);
		const wanted = readJson(call, newKeyRequest);
		if (call.world.keyRing.isFull(caller)) throw refuse(400, 'An account may have 500 keys');
		const { key, settings } = call.world.keyRing.create(caller, wanted);
		const { limits, limitPeriod, description, modelPrivacy, expiresAt } = settings;
		const data = {
			...{ id: key.id, apiKey: key.secret, apiKeyType: key.kind, description, modelPrivacy },
			...{ consumptionLimit: limits, limitPeriod, expiresAt: timeOf(expiresAt) },
		};
		return { payload: { json: { data, success: true } } };
	},
};

export const changeKey: Route = {
	method: 'PATCH',
	path: '/api_keys',
	access: 'management',
	handle(call) {
		takeLimit(call, 'account');
		const { id, ...change } = readJson(call, keyChangeRequest);
		const held = named(call, id);
		call.world.keyRing.change(held, change);
		return { payload: { json: { data: record(call, held), success: true } } };
	},
};

export const deleteKey: Route = {
	method: 'DELETE',
	path: '/api_keys',
	access: 'management',
	handle(call) {
		takeLimit(call, 'account');
		const { id } = check(deleteKeyQuery, call.entry.query);
		call.world.keyRing.delete(named(call, id));
		return { payload: { json: { success: true } } };
	},
};

function callerOf({ key }: Call): ApiKey {
	if (!key) throw new Error('A route for management has a key');
	return key;
}

function named(call: Call, id: string): Held {
	const held = call.world.keyRing.find(callerOf(call), id);
	if (!held) throw invalidField('id', 'There is no such API key');
	return held;
}

const timeOf = (at: number | null | undefined) => (at == null ? null : new Date(at).toISOString());

function record({ world }: Call, { key, settings }: Held) {
	const { limits, createdAt, expiresAt, ...others } = settings;
	return {
		...{ id: key.id, apiKeyType: key.kind, last6Chars: key.secret.slice(-6) },
		...{ ...others, consumptionLimits: { ...limits }, createdAt: timeOf(createdAt) },
		...{ expiresAt: timeOf(expiresAt), lastUsedAt: timeOf(world.keyRing.lastUse(key)) },
	};
}

/** The use of the running period is there for a key with limits only. */
function withUse(call: Call, held: Held) {
	const { keyRing } = call.world;
	const { limits } = held.settings;
	const hasLimit = limits.usd !== null || limits.diem !== null;
	return {
		...record(call, held),
		usage: { trailingSevenDays: { ...keyRing.usedInWeek(held.key), vcu: '0' } },
		...(hasLimit && { currentPeriodUsage: keyRing.usedInPeriod(held) }),
	};
}
