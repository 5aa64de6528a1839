import { isRecord } from '../record';

type Json = Record<string, unknown>;

interface Choice {
	index: number;
	content: string;
	reasoning: string;
	message: Json;
	toolCalls: ToolCall[];
	rest: Json;
}

interface ToolCall extends Json {
	index?: unknown;
	id?: unknown;
	function: { name: string; arguments: string };
}

/** Puts the chunks of a streamed chat answer together into the answer that an unstreamed call gives (docs/service.md#chat). */
export class Assembler {
	private readonly top: Json = {};

	private readonly choices = new Map<number, Choice>();

	/** Characters of text so far. */
	get length(): number {
		return [...this.choices.values()].reduce((sum, choice) => sum + choice.content.length, 0);
	}

	/** Whether every choice that was begun said why it ended. */
	get finished(): boolean {
		const choices = [...this.choices.values()];
		return (
			choices.length > 0 && choices.every((choice) => typeof choice.rest.finish_reason === 'string')
		);
	}

	add(chunk: Json): void {
		const { choices, ...rest } = chunk;
		for (const [key, value] of Object.entries(rest)) {
			if (value === undefined || value === null) continue;
			const before = this.top[key];
			this.top[key] = isRecord(before) && isRecord(value) ? { ...before, ...value } : value;
		}
		for (const choice of Array.isArray(choices) ? choices : []) {
			if (isRecord(choice)) this.addChoice(choice);
		}
	}

	/** The whole answer in the form of an unstreamed one. */
	completion(): Json {
		const choices = [...this.choices.values()].sort((a, b) => a.index - b.index);
		return { ...this.top, object: 'chat.completion', choices: choices.map(finishedChoice) };
	}

	private addChoice({ index, delta, message, ...rest }: Json): void {
		const number = typeof index === 'number' ? index : 0;
		const choice = this.choices.get(number) ?? emptyChoice(number);
		this.choices.set(number, choice);
		for (const [key, value] of Object.entries(rest)) {
			if (value !== undefined && value !== null) choice.rest[key] = value;
		}
		const piece = isRecord(delta) ? delta : isRecord(message) ? message : {};
		const {
			content,
			reasoning_content: reasoning,
			reasoning_details: details,
			tool_calls: calls,
			...others
		} = piece;
		if (typeof content === 'string') choice.content += content;
		if (typeof reasoning === 'string') choice.reasoning += reasoning;
		if (Array.isArray(details)) {
			const before = choice.message.reasoning_details;
			choice.message.reasoning_details = [...(Array.isArray(before) ? before : []), ...details];
		}
		for (const call of Array.isArray(calls) ? calls : []) {
			if (isRecord(call)) addToolCall(choice.toolCalls, call);
		}
		for (const [key, value] of Object.entries(others)) {
			if (value !== undefined && value !== null) choice.message[key] = value;
		}
	}
}

function emptyChoice(index: number): Choice {
	return {
		index,
		content: '',
		reasoning: '',
		message: { role: 'assistant' },
		toolCalls: [],
		rest: {},
	};
}

/** A delta belongs to the call with its id; one without an id goes on with the last call of its index, since indexes may be equal. */
function addToolCall(calls: ToolCall[], delta: Json): void {
	const { function: piece, ...rest } = delta;
	const { name, arguments: text } = isRecord(piece) ? piece : {};
	const hasId = typeof rest.id === 'string' && rest.id !== '';
	const known = hasId
		? calls.find((call) => call.id === rest.id)
		: (calls.findLast((call) => call.index === rest.index) ?? calls.at(-1));
	if (known === undefined) {
		calls.push({ ...rest, function: { name: String(name ?? ''), arguments: String(text ?? '') } });
		return;
	}
	known.function.name ||= String(name ?? '');
	known.function.arguments += String(text ?? '');
}

function finishedChoice({ index, content, reasoning, message, toolCalls, rest }: Choice): Json {
	return {
		...rest,
		index,
		message: {
			...message,
			content: content === '' && toolCalls.length > 0 ? null : content,
			...(reasoning === '' ? {} : { reasoning_content: reasoning }),
			...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls.map(withoutIndex) }),
		},
	};
}

function withoutIndex(call: ToolCall): Json {
	const rest: Json = { ...call };
	delete rest.index;
	return rest;
}
