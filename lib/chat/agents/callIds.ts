import { isRecord, type Json } from '../../core/record';
import type { Message } from '../messages';
import { isText } from '../simplifyCompletion';

/** Nine letters and digits, which every service accepts. */
const INVENTED = 'call00000';

/** Calls under IDs of their own, and for each ID that was changed the one that the service sent. */
export interface IdentifiedCalls {
	calls: Json[];
	ownIds: Record<string, string>;
}

/**
 * The calls of an answer, each under an ID that none of `taken` has: n8n and the model tell calls apart by their IDs, but services may
 * number them again in each answer, or send none. A changed ID keeps its length and kinds of characters, which some services check.
 */
export function identified(sent: readonly Json[], taken: ReadonlySet<string>): IdentifiedCalls {
	const used = new Set(taken);
	const own = new Set(sent.map(({ id }) => id));
	const ownIds: Record<string, string> = {};
	const calls = sent.map((call) => {
		const wanted = isText(call.id) ? call.id : INVENTED;
		const id = firstOf(alike(wanted), (one) => !used.has(one) && (one === wanted || !own.has(one)));
		used.add(id);
		if (isText(call.id) && id !== wanted) ownIds[id] = wanted;
		return { ...call, id };
	});
	return { calls, ownIds };
}

function firstOf(ids: Iterable<string>, isFree: (id: string) => boolean): string {
	for (const id of ids) if (isFree(id)) return id;
	throw new Error('There is always a longer ID');
}

/** An ID and all others of its form, counted up from its end; then longer ones. */
function* alike(wanted: string): Generator<string> {
	for (let first = wanted; ; first = `${first}0`) {
		let id = first;
		do {
			yield id;
			id = countedUp(id);
		} while (id !== first);
	}
}

function countedUp(id: string): string {
	const letters = /[g-z]/i.test(id) ? 'abcdefghijklmnopqrstuvwxyz' : 'abcdef';
	const wheels = ['0123456789', letters, letters.toUpperCase()];
	const characters = [...id];
	for (const [place, character] of [...characters.entries()].reverse()) {
		const wheel = wheels.find((one) => one.includes(character));
		if (wheel === undefined) continue;
		const next = (wheel.indexOf(character) + 1) % wheel.length;
		characters[place] = wheel.charAt(next);
		if (next > 0) break;
	}
	return characters.join('');
}

/** The IDs of the calls that an assistant message makes. */
export function callIds(message: Message): string[] {
	return callsOf(message).map(({ id }) => String(id));
}

/** The calls that an assistant message makes. */
export function callsOf({ tool_calls: calls }: Message): Json[] {
	return (Array.isArray(calls) ? calls : []).filter(isRecord);
}

/** The IDs of all calls and results. */
export function idsIn(messages: readonly Message[]): string[] {
	return messages.flatMap((message) =>
		message.role === 'tool' ? [String(message.tool_call_id)] : callIds(message),
	);
}

/**
 * The messages with the service's own IDs in place of those in `ownIds`, unless that would make two calls alike. Where the turn itself
 * refers to a call by its ID, e.g. in signed reasoning, the service gets it back in any case.
 */
export function withOwnIds(
	messages: readonly Message[],
	ownIds: Readonly<Record<string, string>>,
): Message[] {
	const used = new Set(idsIn(messages));
	const back = new Map<string, string>();
	for (const message of messages) {
		for (const id of callIds(message)) {
			const own = ownIds[id];
			if (own === undefined || (used.has(own) && !refersTo(message, own))) continue;
			used.add(own);
			back.set(id, own);
		}
	}
	if (back.size === 0) return [...messages];
	const ownOf = (id: unknown) => back.get(String(id)) ?? id;
	return messages.map((message) => {
		if (message.role === 'tool') return { ...message, tool_call_id: ownOf(message.tool_call_id) };
		if (callIds(message).length === 0) return message;
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
