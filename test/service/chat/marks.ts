import type { ChatRequest } from '../schemas/chat';
import type { Model } from '../models/model';
import { lastUserText } from './echo';
import type { ScriptedTurn } from './script';

const CALL = /\[call ([\w-]+)\s*/g;

/**
 * The turn that marks in the last user text ask for, so that a whole workflow can be played without a script:
 * `[call tool {"a": 1}]` calls a tool with these arguments, marks side by side call several at once, and `[then]` waits for their
 * results first. When all have answered, the model says what they said. Undefined when there is no mark.
 */
export function markedTurn(request: ChatRequest, model: Model): ScriptedTurn | undefined {
	const rounds = lastUserText(request)
		.split('[then]')
		.map(callsIn)
		.filter((calls) => calls.length > 0);
	if (rounds.length === 0) return undefined;
	const asked = request.messages.findLastIndex(({ role }) => role === 'user');
	const results = request.messages.slice(asked + 1).filter(({ role }) => role === 'tool');
	const thinks = model.record.model_spec.capabilities?.supportsReasoning === true;
	let called = 0;
	for (const round of rounds) {
		if (results.length < called + round.length) {
			return {
				calls: round,
				signed: thinks,
				sealed: thinks,
				...(thinks && { reasoning: 'The caller has marked which tools to call.' }),
			};
		}
		called += round.length;
	}
	return {
		text: `The tools said ${results.map(({ content }) => `“${String(content)}”`).join(', ')}`,
	};
}

function callsIn(text: string): Array<{ name: string; arguments: string }> {
	return [...text.matchAll(CALL)].flatMap((match) => {
		const args = argumentsAt(text.slice(match.index + match[0].length));
		return args === undefined ? [] : [{ name: match[1] ?? '', arguments: args }];
	});
}

/** The text up to the bracket that ends a mark: nothing, or a JSON object, which may hold brackets of its own. */
function argumentsAt(rest: string): string | undefined {
	for (let end = rest.indexOf(']'); end >= 0; end = rest.indexOf(']', end + 1)) {
		const args = rest.slice(0, end).trim();
		if (args === '' || isJson(args)) return args;
	}
	return undefined;
}

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}
