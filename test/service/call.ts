import { TextDecoder } from 'node:util';
import type { z } from 'zod';
import type { Answer } from './answer';
import { requireFunds, type Access, type ApiKey } from './auth';
import { settle, type Line } from './billing';
import { invalidRequest, Refusal, refuse } from './errors';
import { type Form, valuesOf } from './form';
import type { JournalEntry } from './journal';
import type { RateClass } from './rateLimits';
import type { InferenceDetails } from './usage/entry';
import type { World } from './world';

/** A path below `/api/v1`, who may call it, and what it answers. */
export interface Route {
	method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	path: string;
	access: Access;
	/** The path is not below `/api/v1`. */
	outside?: boolean;
	/** One user may have one call of this route open at a time; what a second one is told. */
	exclusive?(): Refusal;
	handle(call: Call): Answer | Promise<Answer>;
}

/** One request while it is served. */
export interface Call {
	world: World;
	entry: JournalEntry;
	params: Record<string, string>;
	serial: number;
	key?: ApiKey;
	/** Why the caller is not let in, where that is known before the route is asked. */
	refusal?: Refusal;
	/** The body, where it is multipart. */
	form?: Form;
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

/** The multipart body, checked; refuses another content type, and a file that is too large. */
export function readForm<Schema extends z.ZodTypeAny>(call: Call, schema: Schema): z.infer<Schema> {
	const { form } = call;
	if (!form) {
		throw refuse(415, 'The content type must be multipart/form-data', 'INVALID_CONTENT_TYPE');
	}
	if (form.broken !== undefined) throw refuse(400, `The form is broken: ${form.broken}`);
	if (form.uploads.some(({ tooLarge }) => tooLarge)) throw tooLarge();
	return check(schema, valuesOf(form));
}

/** Shape D. */
export function tooLarge(error = 'A file may have 25 MB at most'): Refusal {
	return new Refusal(413, { code: 'PAYLOAD_TOO_LARGE', error });
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

/** Counts the call against its class and puts the limit headers on its answer; logs a refusal. */
export function takeLimit(call: Call, rate: RateClass, modelId = ''): void {
	const { world, key, headers, entry } = call;
	if (!key) return;
	entry.countedAs = rate;
	const user = key.account.id;
	const full = world.limits.full(user, rate);
	if (full) world.limitLog.note(key, modelId, full);
	Object.assign(headers, world.limits.take(user, rate));
}

/** Refuses a call that could not be paid, and counts it against its class. */
export function admitPaid(call: Call, rate: RateClass, modelId = ''): void {
	requireFunds(call.key);
	takeLimit(call, rate, modelId);
}

/** Charges the call once, writes its lines into the usage history and gives its cost. */
export function charge(call: Call, lines: readonly Line[], inferenceDetails: InferenceDetails) {
	const { world, entry, key } = call;
	if (!key) throw new Error(`${entry.path} is billed without a key`);
	const at = world.now();
	const settled = settle(key.account, lines, { at, path: entry.path, inferenceDetails });
	world.ledger.push(settled.charge);
	world.keyRing.note(key, settled.charge);
	entry.charge = settled.charge.requestId;
	for (const line of settled.entries) {
		world.historyOf(key.account.id).record(line);
		world.paidBy.set(line, key);
	}
	return settled.cost;
}
