import { isRecord } from '../../core/record';
import type { Message } from '../messages';
import { callIdsOf } from './callIds';

/** Where in the facts of an answer the turn with its tool calls is kept, unmodified but for the IDs that were taken. */
export const TURN_KEY = 'assistantMessage';
/** Where the service's own IDs are kept, by those that the turn has instead. */
export const SERVICE_IDS_KEY = 'ownCallIds';

/** What the run data of a chat model tell of its earlier answers with tool calls. */
export interface RememberedTurns {
	/** The turns that the same agent got, by the ID of each call. */
	turns: ReadonlyMap<string, Message>;
	/** The service's own ID of each call that has another one. */
	ownIds: Readonly<Record<string, string>>;
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
	const ownIds: Record<string, string> = {};
	const ids: string[] = [];
	for (const run of Array.isArray(runs) ? runs : []) {
		const facts = valueAtPath(run, ...ANSWER_PATH, 'generationInfo');
		const turn = valueAtPath(facts, TURN_KEY);
		if (!isMessage(turn)) continue;
		ids.push(...callIdsOf(turn));
		if (valueAtPath(run, 'source', 0, 'previousNode') !== agent) continue;
		Object.assign(ownIds, valueAtPath(facts, SERVICE_IDS_KEY));
		for (const id of callIdsOf(turn)) {
			if (turns.has(id)) sharedIds.add(id);
			turns.set(id, turn);
		}
	}
	for (const id of sharedIds) turns.delete(id);
	return { turns, ownIds, ids };
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
