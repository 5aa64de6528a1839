import { shown } from '../description/parseJson';
import { isRecord } from '../record';
import { ServiceFailure } from '../transport/errors/failure';

type Json = Record<string, unknown>;

export interface ModelCall {
	id: string;
	name: string;
	args: Json;
}

/** The call of a tool, with its arguments parsed; none are empty ones. Throws a ServiceFailure with what was paid when they are no object. */
export function callOf(call: Json, finishReason: string, paid: Json): ModelCall {
	const name = nameOf(call);
	const given = isRecord(call.function) ? call.function.arguments : undefined;
	const args = argumentsOf(given);
	if (args !== undefined) return { id: String(call.id), name, args };
	const cut = finishReason === 'length' ? ', because its tokens were used up' : '';
	throw unusable(
		`The model called the tool "${name}" with arguments that are not a JSON object${cut}: ${shown(given)}`,
		paid,
		'Raise Max Completion Tokens or choose another model.',
	);
}

function argumentsOf(given: unknown): Json | undefined {
	if (given === undefined || given === null) return {};
	if (typeof given !== 'string') return isRecord(given) ? given : undefined;
	if (given.trim() === '') return {};
	try {
		const parsed: unknown = JSON.parse(given);
		return isRecord(parsed) ? parsed : undefined;
	} catch {
		return undefined;
	}
}

/** Throws when a choice without text and calls is no end that its model wanted: an agent would ask again and again, and pay. */
export function requireEnd(
	listed: Json[],
	offered: readonly string[],
	finishReason: string,
	paid: Json,
): void {
	if (listed.length > 0) {
		const there = offered.length > 0 ? `only ${offered.join(', ')} can be` : 'none is connected';
		throw unusable(
			`The model called a tool that it was not offered, "${listed.map(nameOf).join('", "')}": ${there}`,
			paid,
			'Name the tools in the prompt as they are called here, or choose another model.',
		);
	}
	if (finishReason === 'length') {
		throw unusable(
			'The model used up its tokens before it answered',
			paid,
			'Raise Max Completion Tokens, or lower Reasoning Effort.',
		);
	}
}

/** The name of the tool that a call is for. */
export function nameOf({ function: called }: Json): string {
	return isRecord(called) ? String(called.name ?? '') : '';
}

/** A failure of an answer that was received and paid for. */
export function unusable(message: string, paid: Json, cure?: string): ServiceFailure {
	return new ServiceFailure(message, {
		kind: 'malformed',
		status: 200,
		cure,
		// What the model said, however useless, was written and is paid for.
		charge: cure === undefined ? 'possible' : 'certain',
		details: defined(paid),
	});
}

/** The record without what is missing or null. */
export function defined(record: Json): Json {
	return Object.fromEntries(
		Object.entries(record).filter(([, value]) => value !== undefined && value !== null),
	);
}
