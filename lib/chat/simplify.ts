import { camelKeys, camelRecord } from '../output/camelCase';
import { reportedCost } from '../pricing/cost';
import { isRecord } from '../record';
import { wireName } from '../transport/http/namePrefix';

type Json = Record<string, unknown>;

/**
 * The parts of a chat answer that a workflow mostly needs, from the whole answer and the name prefix of the deployment (docs/service.md#chat).
 * `text` is where n8n's chat and message nodes look for an answer; `message` is the assistant message unchanged, to be handed back in the next round.
 */
export function simplified(completion: Json, namePrefix: string): Json {
	const choices = (Array.isArray(completion.choices) ? completion.choices : []).filter(isRecord);
	const parameters = completion[wireName('service_parameters', namePrefix)];
	const citations = isRecord(parameters) ? parameters.web_search_citations : undefined;
	const [first] = choices;
	return {
		...simplifiedChoice(first ?? {}),
		citations: Array.isArray(citations) ? camelKeys(citations) : [],
		usage: isRecord(completion.usage) ? camelRecord(completion.usage) : null,
		cost: reportedCost(completion.cost),
		model: completion.model ?? null,
		id: completion.id ?? null,
		...(choices.length > 1 ? { choices: choices.map(simplifiedChoice) } : {}),
	};
}

function simplifiedChoice(choice: Json): Json {
	const message = isRecord(choice.message) ? choice.message : {};
	const calls = Array.isArray(message.tool_calls) ? message.tool_calls.filter(isRecord) : [];
	return {
		text: textOf(message.content),
		reasoning: message.reasoning_content ?? null,
		toolCalls: calls.map(simplifiedCall),
		finishReason: choice.finish_reason ?? null,
		message,
	};
}

function textOf(content: unknown): string {
	if (typeof content === 'string') return content;
	if (!Array.isArray(content)) return '';
	return content
		.map((part: unknown) => (isRecord(part) && typeof part.text === 'string' ? part.text : ''))
		.join('');
}

/** Arguments arrive as a JSON string that can be empty (docs/service.md#chat); text that is no JSON is left as it is. */
function simplifiedCall(call: Json): Json {
	const { name, arguments: text } = isRecord(call.function) ? call.function : {};
	let parsed: unknown = text;
	if (typeof text === 'string') {
		try {
			parsed = text.trim() === '' ? {} : JSON.parse(text);
		} catch {
			parsed = text;
		}
	}
	return { id: call.id ?? null, name: name ?? null, arguments: parsed ?? {} };
}
