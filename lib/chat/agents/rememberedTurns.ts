import { isRecord } from '../../core/record';
import type { Message } from '../messages';
import { callIds } from './callIds';

/** Where in the facts of an answer the turn with its tool calls is kept, unmodified but for the IDs that were taken. */
export const TURN = 'assistantMessage';
/** Where the service's own IDs are kept, by those that the turn has instead. */
export const OWN_IDS = 'ownCallIds';

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
	const agent = 'parentNode' in context ? at(context.parentNode, 'name') : undefined;
	const runs = at(execution, 'resultData', 'runData', nodeName);
	const turns = new Map<string, Message>();
	const shared = new Set<string>();
	const ownIds: Record<string, string> = {};
	const ids: string[] = [];
	for (const run of Array.isArray(runs) ? runs : []) {
		const facts = at(run, ...ANSWER, 'generationInfo');
		const turn = at(facts, TURN);
		if (!isMessage(turn)) continue;
		ids.push(...callIds(turn));
		if (at(run, 'source', 0, 'previousNode') !== agent) continue;
		Object.assign(ownIds, at(facts, OWN_IDS));
		for (const id of callIds(turn)) {
			if (turns.has(id)) shared.add(id);
			turns.set(id, turn);
		}
	}
	for (const id of shared) turns.delete(id);
	return { turns, ownIds, ids };
}

/** Where n8n's tracing keeps the first answer of a call. */
const ANSWER = 'data ai_languageModel 0 0 json response generations 0 0'.split(' ');

function isMessage(value: unknown): value is Message {
	return isRecord(value) && typeof value.role === 'string';
}

function at(value: unknown, ...steps: Array<string | number>): unknown {
	return steps.reduce<unknown>((place, step) => {
		if (Array.isArray(place)) return place[Number(step)];
		return isRecord(place) ? place[step] : undefined;
	}, value);
}
