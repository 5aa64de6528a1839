import { shown } from '../fields/parseJson';
import { unusable } from '../chat/completion';
import { isRecord } from '../base/record';
import type { ServiceFailure } from '../base/failure';
import type { Answer } from '../base/answer';
import { parseJson } from '../base/decodeBody';

type Json = Record<string, unknown>;

export interface ModelCall {
	id: string;
	name: string;
	args: Json;
}

/** The call of a tool, with its arguments parsed; none are empty ones. Throws a ServiceFailure with what was paid when they are no object. */
export function callOf(
	call: Json,
	finishReason: string,
	answer: Pick<Answer, 'headers'>,
	paid: Json,
): ModelCall {
	const name = nameOf(call);
	const given = isRecord(call.function) ? call.function.arguments : undefined;
	const args = argumentsOf(given);
	if (args !== undefined) return { id: String(call.id), name, args };
	const cut = finishReason === 'length' ? ', because its tokens were used up' : '';
	throw unusable(
		answer,
		`The model called the tool "${name}" with arguments that are not a JSON object${cut}: ${shown(given)}`,
		paid,
		{ cure: 'Raise Max Completion Tokens or choose another model.', charge: 'certain' },
	);
}

function argumentsOf(given: unknown): Json | undefined {
	if (given === undefined || given === null) return {};
	if (typeof given !== 'string') return isRecord(given) ? given : undefined;
	if (given.trim() === '') return {};
	try {
		const parsed: unknown = parseJson(given);
		return isRecord(parsed) ? parsed : undefined;
	} catch {
		return undefined;
	}
}

/** The failure of an answer that only calls tools which are not connected. */
export function notOffered(
	listed: Json[],
	offered: readonly string[],
	answer: Pick<Answer, 'headers'>,
	paid: Json,
): ServiceFailure {
	const there = offered.length > 0 ? `only ${offered.join(', ')} can be` : 'none is connected';
	const cure = 'Name the tools in the prompt as they are called here, or choose another model.';
	return unusable(
		answer,
		`The model called a tool that it was not offered, "${listed.map(nameOf).join('", "')}": ${there}`,
		paid,
		{ cure, charge: 'certain' },
	);
}

/** The name of the tool that a call is for. */
export function nameOf({ function: called }: Json): string {
	return isRecord(called) && typeof called.name === 'string' ? called.name : '';
}

/** The tool that is meant; models do not always write its name as it is. */
export function offeredName(called: string, offered: readonly string[]): string | undefined {
	const small = called.toLowerCase();
	return (
		offered.find((name) => name === called) ?? offered.find((name) => name.toLowerCase() === small)
	);
}
