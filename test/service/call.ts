import { TextDecoder } from 'node:util';
import type { z } from 'zod';
import type { Answer } from './answer';
import type { Access, ApiKey } from './auth';
import { settle, type Line } from './billing';
import { invalidRequest, refuse } from './errors';
import type { JournalEntry } from './journal';
import type { RateClass } from './rateLimits';
import type { InferenceDetails } from './usage/entry';
import type { World } from './world';

/** A path below `/api/v1`, who may call it, and what it answers. */
export interface Route {
	method: 'GET' | 'POST';
	path: string;
	access: Access;
	handle(call: Call): Answer | Promise<Answer>;
}

/** One request while it is served. */
export interface Call {
	world: World;
	entry: JournalEntry;
	params: Record<string, string>;
	serial: number;
	key?: ApiKey;
	/** Headers of the answer that are known before the answer is. */
	headers: Record<string, string>;
}

/** The JSON body, checked; refuses another content type, broken JSON and what the schema refuses. */
export function readJson<Schema extends z.ZodTypeAny>(call: Call, schema: Schema): z.infer<Schema> {
	const { headers, rawBody, body } = call.entry;
	if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) {
		throw refuse(415, 'The content type must be application/json', 'INVALID_CONTENT_TYPE');
	}
	if (body === undefined) {
		throw refuse(400, `The body is ${rawBody ? 'not valid' : 'missing'} JSON`, 'INVALID_REQUEST');
	}
	return check(schema, body);
}

export function check<Schema extends z.ZodTypeAny>(
	schema: Schema,
	value: unknown,
): z.infer<Schema> {
	const result = schema.safeParse(value);
	if (!result.success) throw invalidRequest(result.error.issues);
	return result.data;
}

/** The bytes as JSON, or undefined where they are none. */
export function parseJson(bytes: Buffer): unknown {
	try {
		const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
		return value;
	} catch {
		return undefined;
	}
}

/** Counts the call against its class and puts the limit headers on its answer. */
export function takeLimit(call: Call, rate: RateClass): void {
	const user = call.key?.account.id;
	if (user === undefined) return;
	Object.assign(call.headers, call.world.limits.take(user, rate));
}

/** Charges the call once, writes its lines into the usage history and gives its cost. */
export function charge(call: Call, lines: readonly Line[], inferenceDetails: InferenceDetails) {
	const { world, entry, key } = call;
	if (!key) throw new Error(`${entry.path} is billed without a key`);
	const at = world.now();
	const settled = settle(key.account, lines, { at, path: entry.path, inferenceDetails });
	world.ledger.push(settled.charge);
	for (const line of settled.entries) world.historyOf(key.account.id).record(line);
	return settled.cost;
}
