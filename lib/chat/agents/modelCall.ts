import { shownValue } from '../../fields/parseJson';
import { unusableAnswerFailure } from '../completion';
import { isRecord, type Json } from '../../core/record';
import type { ServiceFailure } from '../../core/failure';
import type { Answer } from '../../core/answer';
import { readArguments } from '../readArguments';

export interface ModelCall {
	id: string;
	name: string;
	args: Json;
}

export interface OfferedTool {
	name: string;
	required: string[];
}

/**
 * The call of a tool, with its arguments parsed; none are empty ones where the tool needs none. Throws a ServiceFailure with what was
 * paid when they are no object, or are missing.
 */
export function modelCallOf(
	call: Json,
	{ name, required }: OfferedTool,
	answer: Pick<Answer, 'headers'>,
	paid: Json,
): ModelCall {
	const givenArguments = isRecord(call.function) ? call.function.arguments : undefined;
	const args = readArguments(givenArguments);
	const isMissing = args === 'none' && required.length > 0;
	if (args !== undefined && !isMissing) {
		return { id: String(call.id), name, args: args === 'none' ? {} : args };
	}
	const what = isMissing
		? `without arguments, but it needs ${required.join(', ')}`
		: `with arguments that are not a JSON object: ${shownValue(givenArguments)}`;
	throw unusableAnswerFailure(answer, `The model called the tool "${name}" ${what}`, paid, {
		cure: 'Run it again, or choose another model.',
		charge: 'certain',
	});
}

/** The failure of an answer that only calls tools which are not connected. */
export function toolNotOfferedFailure(
	rejectedCalls: Json[],
	offered: readonly OfferedTool[],
	answer: Pick<Answer, 'headers'>,
	paid: Json,
): ServiceFailure {
	const there =
		offered.length > 0
			? `only ${offered.map(({ name }) => name).join(', ')} can be`
			: 'none is connected';
	const cure = 'Name the tools in the prompt as they are called here, or choose another model.';
	return unusableAnswerFailure(
		answer,
		`The model called a tool that it was not offered, "${rejectedCalls.map(toolNameOf).join('", "')}": ${there}`,
		paid,
		{ cure, charge: 'certain' },
	);
}

export function toolNameOf({ function: called }: Json): string {
	return isRecord(called) && typeof called.name === 'string' ? called.name : '';
}

/** The tool that is meant; models do not always write its name as it is. */
export function matchOfferedName(called: string, offered: readonly string[]): string | undefined {
	const small = called.toLowerCase();
	return (
		offered.find((name) => name === called) ?? offered.find((name) => name.toLowerCase() === small)
	);
}
