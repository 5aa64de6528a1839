import type { Message } from '../chat/messages';
import { isRecord } from '../base/record';

const NOT_RUN = JSON.stringify({ error: 'The tool was not run' });

/**
 * The messages with each assistant turn of `known`, found by the ID of any of its calls, put back to the letter:
 * n8n's agent rebuilds a turn as one message a call, and drops what it does not know of.
 * A call that n8n did not answer gets a result that says so, since a turn must be answered whole.
 */
export function restoreTurns(
	messages: readonly Message[],
	known: ReadonlyMap<string, Message>,
): Message[] {
	const originalOf = (message: Message) =>
		callIds(message)
			.map((id) => known.get(id))
			.find((turn) => turn !== undefined);
	const moved = new Set(
		messages.flatMap((message) => {
			const turn = originalOf(message);
			return turn === undefined ? [] : callIds(turn);
		}),
	);
	const restored = new Set<Message>();
	return messages.flatMap((message) => {
		if (message.role === 'tool' && moved.has(String(message.tool_call_id))) return [];
		const turn = originalOf(message);
		if (turn === undefined) return [message];
		if (restored.has(turn)) return [];
		restored.add(turn);
		return [turn, ...callIds(turn).map((id) => resultOf(id, messages))];
	});
}

function resultOf(id: string, messages: readonly Message[]): Message {
	const found = messages.find(({ role, tool_call_id: own }) => role === 'tool' && own === id);
	return found ?? { role: 'tool', tool_call_id: id, content: NOT_RUN };
}

/** The IDs of the calls that an assistant message makes. */
export function callIds({ tool_calls: calls }: Message): string[] {
	return (Array.isArray(calls) ? calls : []).filter(isRecord).map(({ id }) => String(id));
}
