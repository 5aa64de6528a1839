import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Answer, writeAnswer } from './answer';
import { authorize, findKey } from './auth';
import { type Call, parseJson, type Route } from './call';
import { withHabit } from './chat/streamHabits';
import { invalidField, Refusal, refuse } from './errors';
import { cannedAnswer, type Fault, isProcessed, paged, skewed } from './faults';
import { journalFiles, readMultipart } from './form';
import { balanceHeaders, commonHeaders } from './headers';
import type { JournalEntry } from './journal';
import { requireAllowedModel } from './keys/modelPrivacy';
import type { World } from './world';

export const BASE_PATH = '/api/v1';

type Ready = Answer & { status: number };

/** One request from its arrival to the last byte of its answer. */
export async function serve(
	world: World,
	route: Route,
	request: FastifyRequest<{ Params: Record<string, string> }>,
	reply: FastifyReply,
): Promise<void> {
	reply.hijack();
	const call = await openCall(world, route, request);
	const leave = enterAlone(world, route, call);
	const leaveWallet = enterWallet(call);
	reply.raw.once('close', () => {
		leave?.();
		leaveWallet?.();
	});
	const caller = call.key?.account.id ?? 'anonymous';
	const blocked = world.failures.isBlocked(caller);
	const fault = blocked ? undefined : world.faults.take(call.entry);
	if (blocked) call.entry.blocked = true;
	if (fault) call.entry.fault = { kind: fault.kind ?? 'queued', processed: isProcessed(fault) };
	if (fault) call.entry.query = paged(call.entry.query, fault);
	if (fault?.delayMs) await sleep(fault.delayMs, world.stopped.signal);
	if (fault?.cut === 'before' && !fault.processed) return void reply.raw.destroy();
	const real = await prepare(call, leave ? route : refusing(route), caller, fault);
	const answer = inHabit((await fault?.rewriteAnswer?.(real, call.entry)) ?? real, fault);
	if (fault?.cut === 'before') return void reply.raw.destroy();
	if (answer.status >= 400 && !blocked && world.failures.note(caller) && call.key) {
		world.limitLog.note(call.key, '', 'FAILED_REQUESTS');
	}
	leave?.();
	leaveWallet?.();
	call.entry.status = answer.status;
	const acceptEncoding = call.entry.headers['accept-encoding'];
	try {
		const { cut, slow } = fault ?? {};
		await writeAnswer(reply.raw, answer, { acceptEncoding, cut, slow });
	} catch (error) {
		const callerLeft = reply.raw.destroyed;
		if (!callerLeft) world.journal.unexpected.push(`${call.entry.path} broke: ${String(error)}`);
		reply.raw.destroy();
	}
}

/** Takes the user's place on an exclusive route; gives how to leave it, or nothing when it is taken. */
function enterAlone(world: World, { exclusive, path }: Route, { key }: Call) {
	if (!exclusive || !key) return () => undefined;
	const place = `${key.account.id} ${path}`;
	if (world.busy.has(place)) return undefined;
	world.busy.add(place);
	let held = true;
	return () => {
		if (held) world.busy.delete(place);
		held = false;
	};
}

/** Takes one of the wallet's places, where a wallet calls; gives how to leave it. */
function enterWallet(call: Call): (() => void) | undefined {
	const { wallet } = call.key?.account ?? {};
	const entered = wallet && call.world.wallets.enter(wallet.address);
	if (!(entered instanceof Refusal)) return entered;
	call.refusal = entered;
	return undefined;
}

function refusing(route: Route): Route {
	const handle = () => {
		throw route.exclusive?.() ?? new Error(`${route.path} is not exclusive`);
	};
	return { ...route, handle };
}

async function openCall(
	world: World,
	{ access }: Route,
	request: FastifyRequest<{ Params: Record<string, string> }>,
): Promise<Call> {
	const headers: Record<string, string> = {};
	for (const [name, value] of Object.entries(request.headers)) {
		if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
	}
	const path = request.url.split('?', 1)[0] ?? '';
	const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
	const entry: JournalEntry = {
		method: request.method,
		path: path.startsWith(`${BASE_PATH}/`) ? path.slice(BASE_PATH.length) : path,
		query: Object.assign({}, request.query),
		headers,
		body: parseJson(bytes),
		files: [],
		...(bytes.length && { rawBody: bytes.toString() }),
		status: 0,
		at: world.now(),
	};
	world.journal.entries.push(entry);
	const serial = world.nextSerial();
	const signIn = headers['sign-in-with-x'] ?? headers['x-sign-in-with-x'];
	const byWallet = signIn !== undefined && (access === 'inference' || access === 'wallet');
	const caller = byWallet
		? await world.wallets.admit(signIn, urlOf(entry))
		: findKey(world.keyRing.all, headers.authorization);
	const [key, refusal] = caller instanceof Refusal ? [undefined, caller] : [caller, undefined];
	const form = request.isMultipart() ? await readMultipart(request) : undefined;
	if (form) Object.assign(entry, { body: form.fields, files: journalFiles(form) });
	return { world, entry, params: request.params, serial, key, refusal, form, headers: {} };
}

async function prepare(
	call: Call,
	route: Route,
	caller: string,
	fault: Fault | undefined,
): Promise<Ready> {
	const { world, serial, key } = call;
	const common = commonHeaders(world.namePrefix, world.now(), serial);
	const balances = key && !key.account.wallet ? balanceHeaders(world.namePrefix, key.account) : {};
	const canned = fault && cannedAnswer(fault);
	const real = canned && !fault.processed ? undefined : await answerOf(call, route, caller, fault);
	const answer = canned ?? real ?? { payload: { json: {} } };
	const headers = {
		...common,
		...(world.sendsNoTime && { date: '' }),
		...balances,
		...call.headers,
		...(answer === real && walletHeaders(call)),
		...('headers' in answer ? answer.headers : {}),
		...lowerCase(fault?.headers ?? {}),
	};
	return {
		status: answer.status ?? 200,
		headers: skewed(headers, fault?.skewMs),
		payload: answer.payload,
	};
}

async function answerOf(
	call: Call,
	route: Route,
	caller: string,
	fault: Fault | undefined,
): Promise<Answer> {
	const { world, entry, key } = call;
	try {
		world.failures.check(caller);
		if (call.refusal) throw call.refusal;
		authorize(route.access, key, entry.headers, urlOf(entry), world.now());
		if (entry.method === 'POST') requireAllowedModel(call);
		if (fault?.refuseCursor) throw invalidField('cursor', 'The cursor has expired');
		return acceptable(call, await route.handle(call));
	} catch (error) {
		if (error instanceof Refusal) {
			const { status, headers, body } = error;
			return { status, headers, payload: { json: body } };
		}
		world.journal.unexpected.push(`${entry.method} ${entry.path} broke: ${String(error)}`);
		const json = { error: 'Something went wrong in the service', code: 'UNKNOWN_ERROR' };
		return { status: 500, payload: { json } };
	}
}

/** The answer, where the caller accepts its media type or the service does not look at that. */
function acceptable({ world, entry }: Call, answer: Answer): Answer {
	if (!world.strictAccept) return answer;
	const type = 'type' in answer.payload ? answer.payload.type : 'application/json';
	const [family = '', kind = ''] = type.split(';', 1)[0]?.split('/') ?? [];
	const wanted = (entry.headers.accept ?? '*/*')
		.split(',')
		.map((one) => one.split(';', 1)[0]?.trim());
	if ([`${family}/${kind}`, `${family}/*`, '*/*'].some((one) => wanted.includes(one)))
		return answer;
	throw refuse(406, `The answer is ${type}, but only ${wanted.join(', ')} is accepted`);
}

function urlOf({ headers, path }: JournalEntry): string {
	return `http://${headers.host ?? 'localhost'}${BASE_PATH}${path}`;
}

/** What a wallet has left after this call. */
function walletHeaders({ key }: Call): Record<string, string> {
	if (!key?.account.wallet) return {};
	return { 'x-balance-remaining': key.account.balances.usd.toFixed(6) };
}

function lowerCase(headers: Record<string, string>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
	);
}

/** Leaves the body of a request unread for as long as a queued fault says. */
export async function delayReading(world: World, request: FastifyRequest): Promise<void> {
	const path = (request.url.split('?', 1)[0] ?? '').slice(BASE_PATH.length);
	const ms = world.faults.unreadMs({ method: request.method, path, headers: {} });
	if (ms > 0) await sleep(ms, world.stopped.signal);
}

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
	await pause(ms, undefined, { signal, ref: false }).catch(() => undefined);
}

function inHabit<T extends Answer>(answer: T, { streamHabit }: Fault = {}): T {
	const { payload } = answer;
	if (streamHabit === undefined || !('stream' in payload)) return answer;
	return { ...answer, payload: { ...payload, stream: withHabit(payload.stream, streamHabit) } };
}
