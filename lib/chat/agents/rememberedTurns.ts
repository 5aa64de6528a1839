import { isRecord } from '../../core/record';
import type { Message } from '../messageRules';
import { callIdsOf, callIdsOfMessages, toolCallsOf } from './callIds';
import { matchOfferedName, toolNameOf } from './modelCall';

/** Where in the facts of an answer the turn with its tool calls is kept, unmodified but for the IDs that were taken. */
export const TURN_KEY = 'assistantMessage';
/** Where the service's own IDs are kept, by those that the turn has instead. */
export const SERVICE_IDS_KEY = 'ownCallIds';

/** What the run data of a chat model tell of its earlier answers with tool calls. */
export interface RememberedTurns {
	/** The turns that the same agent got, by the ID of each call. */
	turns: ReadonlyMap<string, Message>;
	/** The service's own ID of each call that has another one. */
	serviceIdByOurs: Readonly<Record<string, string>>;
	/** The IDs of all calls, whichever agent got them. */
	ids: readonly string[];
}

/**
 * The turns with tool calls that this node got earlier in the execution, out of its run data:
 * there they outlive a stop, and the rounds of an agent: n8n creates the model again for each.
 * An ID that two turns of the agent share is left out.
 */
export function rememberedTurns(context: object, nodeName: string): RememberedTurns {
	const execution = 'runExecutionData' in context ? context.runExecutionData : undefined;
	const agent = 'parentNode' in context ? valueAtPath(context.parentNode, 'name') : undefined;
	const runs = valueAtPath(execution, 'resultData', 'runData', nodeName);
	const turns = new Map<string, Message>();
	const sharedIds = new Set<string>();
	const serviceIdByOurs: Record<string, string> = {};
	const ids: string[] = [];
	for (const run of Array.isArray(runs) ? runs : []) {
		const facts = valueAtPath(run, ...ANSWER_PATH, 'generationInfo');
		const turn = valueAtPath(facts, TURN_KEY);
		if (!isMessage(turn)) continue;
		ids.push(...callIdsOf(turn));
		if (valueAtPath(run, 'source', 0, 'previousNode') !== agent) continue;
		Object.assign(serviceIdByOurs, valueAtPath(facts, SERVICE_IDS_KEY));
		for (const id of callIdsOf(turn)) {
			if (turns.has(id)) sharedIds.add(id);
			turns.set(id, turn);
		}
	}
	for (const id of sharedIds) turns.delete(id);
	return { turns, serviceIdByOurs, ids };
}

/** Where n8n's tracing keeps the first answer of a call. */
const ANSWER_PATH = 'data ai_languageModel 0 0 json response generations 0 0'.split(' ');

function isMessage(value: unknown): value is Message {
	return isRecord(value) && typeof value.role === 'string';
}

function valueAtPath(value: unknown, ...steps: Array<string | number>): unknown {
	return steps.reduce<unknown>((place, step) => {
		if (Array.isArray(place)) return place[Number(step)];
		return isRecord(place) ? place[step] : undefined;
	}, value);
}

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
