import type { Message } from '../chat/messages';
import { isRecord } from '../base/record';
import { callIds } from './restoreTurns';

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
