import type { Message } from '../messages';
import { callIdsOf, toolCallsOf } from './callIds';
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
		callIdsOf(message)
			.map((id) => turnByCallId.get(id))
			.find((turn) => turn !== undefined);
	const turns = new Set(messagesOfRound.map(turnOf).filter((turn) => turn !== undefined));
	const restoredCallIds = new Set([...turns].flatMap(callIdsOf));
	const results = new Map(
		messagesOfRound
			.filter(({ role }) => role === 'tool')
			.map((result) => [String(result.tool_call_id), result] as const),
	);
	const restored = messagesOfRound.flatMap((message) => {
		if (message.role === 'tool' && restoredCallIds.has(String(message.tool_call_id))) return [];
		const turn = turnOf(message);
		if (turn === undefined) return [message];
		// Only where its first call stands.
		return turns.delete(turn) ? [turn, ...resultsOfTurn(turn, results, offered)] : [];
	});
	return [...messages.slice(0, start), ...restored];
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
