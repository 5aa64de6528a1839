import { isRecord, type Json } from '../../core/record';
import type { Message } from '../messageRules';
import { isNonEmptyText } from '../messageText';

/** Nine letters and digits, which every service accepts. */
const INVENTED_CALL_ID = 'call00000';

/** Calls under IDs of their own, and for each ID that was changed the one that the service sent. */
export interface CallsWithUniqueIds {
	calls: Json[];
	serviceIdByOurs: Record<string, string>;
}

/**
 * The calls of an answer, each under an ID that none of `taken` has: n8n and the model tell calls apart by their IDs, but services may
 * number them again in each answer, or send none. A changed ID keeps its length and kinds of characters, which some services check.
 */
export function withUniqueIds(
	sent: readonly Json[],
	taken: ReadonlySet<string>,
): CallsWithUniqueIds {
	const usedIds = new Set(taken);
	const serviceIds = new Set(sent.map(({ id }) => id));
	const serviceIdByOurs: Record<string, string> = {};
	const calls = sent.map((call) => {
		const wanted = isNonEmptyText(call.id) ? call.id : INVENTED_CALL_ID;
		const id = firstFreeId(
			similarIds(wanted),
			(one) => !usedIds.has(one) && (one === wanted || !serviceIds.has(one)),
		);
		usedIds.add(id);
		if (isNonEmptyText(call.id) && id !== wanted) serviceIdByOurs[id] = wanted;
		return { ...call, id };
	});
	return { calls, serviceIdByOurs };
}

function firstFreeId(ids: Iterable<string>, isFree: (id: string) => boolean): string {
	for (const id of ids) if (isFree(id)) return id;
	throw new Error('There is always a longer ID');
}

/** An ID and all others of its form, counted up from its end; then longer ones. */
function* similarIds(wanted: string): Generator<string> {
	for (let first = wanted; ; first = `${first}0`) {
		let id = first;
		do {
			yield id;
			id = nextId(id);
		} while (id !== first);
	}
}

function nextId(id: string): string {
	const letters = /[g-z]/i.test(id) ? 'abcdefghijklmnopqrstuvwxyz' : 'abcdef';
	const wheels = ['0123456789', letters, letters.toUpperCase()];
	const characters = [...id];
	for (const [position, character] of [...characters.entries()].reverse()) {
		const wheel = wheels.find((one) => one.includes(character));
		if (wheel === undefined) continue;
		const next = (wheel.indexOf(character) + 1) % wheel.length;
		characters[position] = wheel.charAt(next);
		if (next > 0) break;
	}
	return characters.join('');
}

export function callIdsOf(message: Message): string[] {
	return toolCallsOf(message).map(({ id }) => String(id));
}

export function toolCallsOf({ tool_calls: calls }: Message): Json[] {
	return (Array.isArray(calls) ? calls : []).filter(isRecord);
}

/** The IDs of all calls and results. */
export function callIdsOfMessages(messages: readonly Message[]): string[] {
	return messages.flatMap((message) =>
		message.role === 'tool' ? [String(message.tool_call_id)] : callIdsOf(message),
	);
}

/**
 * The messages with the service's own IDs in place of those in `serviceIdByOurs`, unless that would make two calls alike. Where the turn itself
 * refers to a call by its ID, e.g. in signed reasoning, the service gets it back in any case.
 */
export function withServiceIds(
	messages: readonly Message[],
	serviceIdByOurs: Readonly<Record<string, string>>,
): Message[] {
	const usedIds = new Set(callIdsOfMessages(messages));
	const serviceIdById = new Map<string, string>();
	for (const message of messages) {
		for (const id of callIdsOf(message)) {
			const serviceId = serviceIdByOurs[id];
			if (serviceId === undefined || (usedIds.has(serviceId) && !refersTo(message, serviceId)))
				continue;
			usedIds.add(serviceId);
			serviceIdById.set(id, serviceId);
		}
	}
	if (serviceIdById.size === 0) return [...messages];
	const ownOf = (id: unknown) => serviceIdById.get(String(id)) ?? id;
	return messages.map((message) => {
		if (message.role === 'tool') return { ...message, tool_call_id: ownOf(message.tool_call_id) };
		if (callIdsOf(message).length === 0) return message;
		const calls = [message.tool_calls].flat();
		return {
			...message,
			tool_calls: calls.map((call) => (isRecord(call) ? { ...call, id: ownOf(call.id) } : call)),
		};
	});
}

function refersTo(message: Message, id: string): boolean {
	return JSON.stringify({ ...message, tool_calls: undefined }).includes(JSON.stringify(id));
}
