import type { Random } from './random';

/** An answer as it goes over the wire. */
export interface Wire {
	bytes: Buffer;
	type: string;
}

type Json = Record<string, unknown>;
type Place = { holder: Json | unknown[]; key: string | number };

const PAGE = '<!doctype html><html><head><title>Log in</title></head><body>Hotel</body></html>';
const TYPES = ['text/plain', 'text/html', 'application/json', 'image/png', 'audio/mpeg', ''];
const OTHERS = [null, 7, -1.5, '', 'odd', true, [], {}, ['odd'], { odd: 1 }, 1e300];

/** What is done to an answer, by name. */
const WHOLE: Record<string, (wire: Wire, random: Random) => Wire> = {
	empty: ({ type }) => ({ bytes: Buffer.alloc(0), type }),
	page: () => ({ bytes: Buffer.from(PAGE), type: 'text/html' }),
	'page under its label': ({ type }) => ({ bytes: Buffer.from(PAGE), type }),
	error: (_wire, random) => json({ error: random.one(['Gone', { message: 'Gone', code: 'X_Y' }]) }),
	truncated: ({ bytes, type }, random) => ({
		bytes: bytes.subarray(0, Math.floor(bytes.length * random.next())),
		type,
	}),
	'another label': ({ bytes }, random) => ({ bytes, type: random.one(TYPES) }),
	'another value': (_wire, random) => json(random.one(OTHERS)),
	noise: ({ bytes, type }, random) => {
		const noisy = Buffer.from(bytes);
		for (let at = 0; at < noisy.length; at += 1 + random.below(97)) noisy[at] = random.below(256);
		return { bytes: noisy, type };
	},
	'a few bytes': ({ type }, random) => ({
		bytes: Buffer.from(Array.from({ length: 7 }, () => random.below(256))),
		type,
	}),
};

/** What is done to one place in a JSON answer, by name. */
const INSIDE: Record<string, (place: Place, random: Random) => void> = {
	dropped: ({ holder, key }) => {
		if (Array.isArray(holder)) holder.splice(Number(key), 1);
		else delete holder[key];
	},
	null: (place) => put(place, null),
	'another type': (place, random) => put(place, random.one(OTHERS)),
	emptied: (place) => put(place, emptied(value(place))),
	extra: (place, random) => {
		const inner = value(place);
		if (Array.isArray(inner)) inner.push(random.one(OTHERS));
		else if (isJson(inner)) inner[`extra${random.below(9)}`] = random.one(OTHERS);
		else put(place, [inner]);
	},
	'another length': (place, random) => {
		const inner = value(place);
		if (Array.isArray(inner))
			put(place, random.chance(0.5) ? [...inner, ...inner] : inner.slice(1));
		else if (typeof inner === 'string') put(place, inner.repeat(1 + random.below(3)).slice(1));
		else put(place, null);
	},
};

export const KINDS = [...Object.keys(WHOLE), ...Object.keys(INSIDE)];

/** The answer with one thing changed, and what that was. */
export function mutated(wire: Wire, random: Random): Wire & { kind: string } {
	const inside = random.below(4) > 0;
	const kind = random.one(Object.keys(inside ? INSIDE : WHOLE));
	const changed = inside ? changedInside(wire, kind, random) : undefined;
	if (changed !== undefined) return { ...changed, kind };
	const whole = random.one(Object.keys(WHOLE));
	return { ...(WHOLE[whole]?.(wire, random) ?? wire), kind: whole };
}

function changedInside(wire: Wire, kind: string, random: Random): Wire | undefined {
	if (wire.type.startsWith('text/event-stream')) return changedEvent(wire, kind, random);
	const body = parsed(wire.bytes.toString('utf8'));
	if (!isJson(body) && !Array.isArray(body)) return undefined;
	changeOne(body, kind, random);
	return { bytes: Buffer.from(JSON.stringify(body)), type: wire.type };
}

function changedEvent({ bytes, type }: Wire, kind: string, random: Random): Wire {
	const events = bytes.toString('utf8').split('\n\n');
	const at = random.below(events.length);
	const body = parsed((events[at] ?? '').replace(/^data: /, ''));
	if (isJson(body)) {
		changeOne(body, kind, random);
		events[at] = `data: ${JSON.stringify(body)}`;
	} else events.splice(at, 1);
	return { bytes: Buffer.from(events.join('\n\n')), type };
}

function changeOne(body: Json | unknown[], kind: string, random: Random): void {
	const places = placesIn(body);
	if (places.length > 0) INSIDE[kind]?.(random.one(places), random);
}

/** Every place in a JSON value; of long lists the first entries. */
function placesIn(holder: Json | unknown[], depth = 0): Place[] {
	const keys = Array.isArray(holder) ? [...holder.keys()].slice(0, 4) : Object.keys(holder);
	return keys.flatMap((key): Place[] => {
		const inner = value({ holder, key });
		const deeper = isJson(inner) || Array.isArray(inner);
		return [{ holder, key }, ...(deeper && depth < 8 ? placesIn(inner, depth + 1) : [])];
	});
}

function value({ holder, key }: Place): unknown {
	return Array.isArray(holder) ? holder[Number(key)] : holder[key];
}

function put({ holder, key }: Place, changed: unknown): void {
	if (Array.isArray(holder)) holder[Number(key)] = changed;
	else holder[key] = changed;
}

function emptied(inner: unknown): unknown {
	if (Array.isArray(inner)) return [];
	if (isJson(inner)) return {};
	return typeof inner === 'number' ? 0 : '';
}

function json(body: unknown): Wire {
	return { bytes: Buffer.from(JSON.stringify(body)), type: 'application/json' };
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function isJson(inner: unknown): inner is Json {
	return typeof inner === 'object' && inner !== null && !Array.isArray(inner);
}
