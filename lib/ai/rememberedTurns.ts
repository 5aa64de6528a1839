import { isRecord } from '../base/record';
import type { Message } from '../chat/messages';

/** Where in the facts of an answer the turn with its tool calls is kept, unmodified. */
export const TURN = 'assistantMessage';

/**
 * The turns with tool calls that this node got earlier in the execution, by the ID of each call, out of the node's run data:
 * there they outlive a stop, and the rounds of an agent: n8n creates the model again for each.
 * An ID that two turns share is left out.
 */
export function rememberedTurns(context: object, nodeName: string): Map<string, Message> {
	const execution = 'runExecutionData' in context ? context.runExecutionData : undefined;
	const runs = at(execution, 'resultData', 'runData', nodeName);
	const turns = new Map<string, Message>();
	const shared = new Set<string>();
	for (const run of Array.isArray(runs) ? runs : []) {
		const facts = at(
			run,
			'data',
			'ai_languageModel',
			0,
			0,
			'json',
			'response',
			'generations',
			0,
			0,
		);
		const turn = at(facts, 'generationInfo', TURN);
		if (!isMessage(turn)) continue;
		for (const id of callIds(turn)) {
			if (turns.has(id)) shared.add(id);
			turns.set(id, turn);
		}
	}
	for (const id of shared) turns.delete(id);
	return turns;
}

function isMessage(value: unknown): value is Message {
	return isRecord(value) && typeof value.role === 'string';
}

function at(value: unknown, ...steps: Array<string | number>): unknown {
	return steps.reduce<unknown>((place, step) => {
		if (Array.isArray(place)) return place[Number(step)];
		return isRecord(place) ? place[step] : undefined;
	}, value);
}

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
function callIds({ tool_calls: calls }: Message): string[] {
	return (Array.isArray(calls) ? calls : []).filter(isRecord).map(({ id }) => String(id));
}
