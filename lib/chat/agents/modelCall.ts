import { shownValue } from '../../fields/parseJson';
import { unusableAnswerFailure } from '../completion';
import { isRecord, type Json } from '../../core/record';
import type { ServiceFailure } from '../../core/failure';
import type { Answer } from '../../core/answer';
import type { ChatCall } from '../chatAnswer';

export interface ModelCall {
	id: string;
	name: string;
	args: Json;
}

/** The call of a tool that is offered. Throws a ServiceFailure with what was paid when its arguments are no object. */
export function modelCallOf(
	{ args, givenArguments }: ChatCall,
	{ id, name }: Pick<ModelCall, 'id' | 'name'>,
	answer: Pick<Answer, 'headers'>,
	paid: Json,
): ModelCall {
	if (args !== undefined) return { id, name, args };
	const message = `The model called the tool "${name}" with arguments that are not a JSON object: ${shownValue(givenArguments)}`;
	throw unusableAnswerFailure(answer, message, paid, {
		cure: 'Run it again, or choose another model.',
		charge: 'certain',
	});
}

/** The failure of an answer that only calls tools which are not connected. */
export function toolNotOfferedFailure(
	rejectedCalls: ChatCall[],
	offered: readonly string[],
	answer: Pick<Answer, 'headers'>,
	paid: Json,
): ServiceFailure {
	const there = offered.length > 0 ? `only ${offered.join(', ')} can be` : 'none is connected';
	const cure = 'Name the tools in the prompt as they are called here, or choose another model.';
	return unusableAnswerFailure(
		answer,
		`The model called a tool that it was not offered, "${rejectedCalls.map(({ name }) => name ?? '').join('", "')}": ${there}`,
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
