import type { Message } from '../messages';
import { callIdsOf, callIdsOfMessages, toolCallsOf } from './callIds';
import { toolNameOf, matchOfferedName } from './modelCall';

const UNKNOWN_RESULT = 'The result of this call is not known. The tool may have run.';
const TOOL_NOT_OFFERED = 'There is no such tool, so nothing was run.';

/**
 * The messages with each turn of `known` that stands behind the last message of the user, found by the ID of any of its calls, put back
 * to the letter: n8n's agent rebuilds a turn as one message a call, and drops what it does not know of. What stands before came out of
 * a memory and is left alone. A call without a result gets one that says what is known, since a turn must be answered whole.
 */
export function restoreTurns(
	messages: readonly Message[],
	turnByCallId: ReadonlyMap<string, Message>,
	offered: readonly string[],
): Message[] {
	const start = messages.findLastIndex(({ role }) => role === 'user') + 1;
	const messagesOfRound = messages.slice(start);
	const turnOf = (message: Message) =>
		callIdsOfMessages([message])
			.map((id) => turnByCallId.get(id))
			.find((turn) => turn !== undefined);
	const turns = new Set(messagesOfRound.map(turnOf).filter((turn) => turn !== undefined));
	const results = new Map(
		messagesOfRound
			.filter(({ role }) => role === 'tool')
			.map((result) => [String(result.tool_call_id), result] as const),
	);
	const restored = messagesOfRound.flatMap((message) => {
		const turn = turnOf(message);
		if (turn === undefined) return [message];
		// Only where its first call or result stands: n8n 2.50 drops turns without a text.
		return turns.delete(turn) ? [turn, ...resultsOfTurn(turn, results, offered)] : [];
	});
	return [...withoutLoneResults(messages.slice(0, start)), ...restored];
}

/** The messages without results whose call a memory has dropped: a service refuses them all for one. */
function withoutLoneResults(messages: readonly Message[]): Message[] {
	const calls = new Set(messages.flatMap(callIdsOf));
	return messages.filter(({ role, tool_call_id: id }) => role !== 'tool' || calls.has(String(id)));
}

function resultsOfTurn(
	turn: Message,
	results: ReadonlyMap<string, Message>,
	offered: readonly string[],
): Message[] {
	return toolCallsOf(turn).map((call) => {
		const id = String(call.id);
		const isOffered = matchOfferedName(toolNameOf(call), offered) !== undefined;
		const error = isOffered ? UNKNOWN_RESULT : TOOL_NOT_OFFERED;
		return (
			results.get(id) ?? { role: 'tool', tool_call_id: id, content: JSON.stringify({ error }) }
		);
	});
}
