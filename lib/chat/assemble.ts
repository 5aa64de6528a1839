import { isRecord } from '../base/record';
import { lostNumbers, unreadMark } from '../base/decodeBody';
import type { Redactor } from '../base/redact';
import { wireText } from '../text/wireText';

type Json = Record<string, unknown>;

interface Choice {
	index: number;
	content: string;
	reasoning: string;
	/** Opaque to us; the service reads it up to the end of the reasoning, so that nothing may follow it (docs/service.md#chat). */
	encrypted: string;
	message: Json;
	details: unknown[];
	tools: ToolCalls;
	rest: Json;
}

interface ToolCall extends Json {
	index?: unknown;
	id?: unknown;
	function: { name: string; arguments: string };
}

/** Puts the chunks of a streamed chat answer together into the answer that an unstreamed call returns (docs/service.md#chat). */
export class Assembler {
	private readonly top: Json = {};

	/** An answer that came whole. */
	private whole?: Json;

	/** With `redact`, a secret that came in several pieces does not show in the whole. */
	constructor(private readonly redact?: Redactor) {}

	/** Those with numbers that could not be read. */
	private readonly chunks: Json[] = [];

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
		this.chunks.push(...(lostNumbers(chunk).length > 0 ? [chunk] : []));
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

	/** Returns an answer that came whole as a single chunk. */
	take(whole: Json): Json {
		this.whole = whole;
		return whole;
	}

	/** The whole answer in the form of an unstreamed one. */
	completion(): Json {
		if (this.whole !== undefined) return this.whole;
		const choices = [...this.choices.values()].sort((a, b) => a.index - b.index);
		const whole = {
			...{ ...this.top, ...unreadMark(...this.chunks) },
			...{ object: 'chat.completion', choices: choices.map(finishedChoice) },
		};
		const clean: unknown = this.redact?.value(whole);
		return isRecord(clean) ? clean : whole;
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
			reasoning_encrypted: isEncrypted,
			tool_calls: calls,
			...others
		} = piece;
		if (typeof content === 'string') choice.content += content;
		if (typeof reasoning === 'string') {
			choice[isEncrypted === true ? 'encrypted' : 'reasoning'] += reasoning;
		}
		for (const detail of Array.isArray(details) ? details : []) choice.details.push(detail);
		for (const call of Array.isArray(calls) ? calls : []) {
			if (isRecord(call) && isPiece(call)) choice.tools.add(call);
			else choice.tools.others.push(call);
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
		encrypted: '',
		message: { role: 'assistant' },
		details: [],
		tools: new ToolCalls(),
		rest: {},
	};
}

/** Whether a part of a list of calls is a piece of one. */
function isPiece({ id, index, function: called }: Json): boolean {
	return isRecord(called) || typeof id === 'string' || typeof index === 'number';
}

/** A delta belongs to the call with its id; one without an id goes on with the last call of its index, since indexes may be equal. */
class ToolCalls {
	readonly all: ToolCall[] = [];

	/** What is no call, as it came. */
	readonly others: unknown[] = [];

	private readonly byId = new Map<unknown, ToolCall>();

	private readonly lastOfIndex = new Map<unknown, ToolCall>();

	add(delta: Json): void {
		const { function: piece, ...rest } = delta;
		const { name, arguments: text } = isRecord(piece) ? piece : {};
		const hasId = typeof rest.id === 'string' && rest.id !== '';
		const known = hasId
			? this.byId.get(rest.id)
			: (this.lastOfIndex.get(rest.index) ?? this.all.at(-1));
		if (known !== undefined) {
			known.function.name ||= wireText(name);
			known.function.arguments += wireText(text);
			return;
		}
		const call = {
			...rest,
			function: { name: wireText(name), arguments: wireText(text) },
		};
		this.all.push(call);
		this.lastOfIndex.set(rest.index, call);
		if (hasId) this.byId.set(rest.id, call);
	}
}

function finishedChoice({
	index,
	content,
	reasoning,
	encrypted,
	message,
	details,
	tools,
	rest,
}: Choice): Json {
	return {
		...rest,
		index,
		message: {
			...message,
			content: content === '' && tools.all.length > 0 ? null : content,
			...(details.length === 0 ? {} : { reasoning_details: details }),
			...(reasoning + encrypted === '' ? {} : { reasoning_content: reasoning + encrypted }),
			...(tools.all.length === 0
				? {}
				: { tool_calls: [...tools.all.map(withoutIndex), ...tools.others] }),
		},
	};
}

function withoutIndex(call: ToolCall): Json {
	const rest: Json = { ...call };
	delete rest.index;
	return rest;
}
