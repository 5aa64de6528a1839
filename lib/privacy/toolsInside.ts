import { randomBytes } from 'node:crypto';

import { parseJson } from '../core/decodeBody';
import { lostNumbers } from '../core/unreadMarks';
import { isRecord, type Json } from '../core/record';

const CALLS_KEY = 'function_calls';
const CALLS_START = new RegExp(`\\{\\s*"${CALLS_KEY}"\\s*:`);
const RESULTS_KEY = 'function_results';

/** What a model was offered inside the encrypted messages, to read its answer by. */
export interface ToolOffer {
	names: string[];
	isRequired: boolean;
	isParallel: boolean;
}

/** A request whose tools are inside its messages, and what it offers; undefined where it offers none. */
export interface RequestWithToolsInside {
	body: Json;
	offered?: ToolOffer;
}

/** The request with its tools, tool calls and results as text of the messages (docs/privacy.md). */
export function putToolsInside(body: Json): RequestWithToolsInside {
	const { tools, tool_choice: choice, parallel_tool_calls: parallel, ...rest } = body;
	const messages = withToolTurnsAsText(Array.isArray(body.messages) ? body.messages : []);
	const functions = (Array.isArray(tools) ? tools : []).map(functionOf);
	const isNamed = isRecord(choice) && isRecord(choice.function);
	const functionsToOffer = isNamed
		? functions.filter(({ name }) => name === functionNameIn(choice))
		: functions;
	// Something that is no function cannot be put inside: it stays where it is refused.
	if (
		functionsToOffer.some(({ name }) => name === '') ||
		(isNamed && functionsToOffer.length === 0)
	) {
		return { body: { ...body, messages } };
	}
	if (functionsToOffer.length === 0 || choice === 'none') return { body: { ...rest, messages } };
	const offered = {
		names: functionsToOffer.map(({ name }) => String(name)),
		isRequired: isNamed || choice === 'required',
		isParallel: parallel !== false,
	};
	return {
		body: { ...rest, messages: withInstructions(messages, functionsToOffer, offered) },
		offered,
	};
}

function functionOf(tool: unknown): Json & { name: string } {
	const called = isRecord(tool) && isRecord(tool.function) ? tool.function : {};
	const { name, description, parameters } = called;
	return { name: typeof name === 'string' ? name : '', description, parameters };
}

function functionNameIn(call: Json): unknown {
	return isRecord(call.function) ? call.function.name : undefined;
}

function withInstructions(
	messages: unknown[],
	functions: Json[],
	{ isRequired, isParallel }: ToolOffer,
): unknown[] {
	const text = [
		'You can call these functions. Each line describes one, with the JSON Schema of its arguments:',
		...functions.map((one) => JSON.stringify(one)),
		`To call functions, answer with one JSON object and nothing else: {"${CALLS_KEY}":[{"name":"...","arguments":{...}}]}`,
		isParallel ? 'You may call several functions at once.' : 'Call one function at a time.',
		`Their results follow in a message that starts with {"${RESULTS_KEY}".`,
		isRequired
			? 'Your answer must call a function.'
			: 'If you need no function, answer in plain text.',
	].join('\n');
	const [first, ...others] = messages;
	if (!isRecord(first) || first.role !== 'system') {
		return [{ role: 'system', content: text }, ...messages];
	}
	const { content } = first;
	const whole = Array.isArray(content)
		? [...(content as unknown[]), { type: 'text', text }]
		: `${typeof content === 'string' ? content : ''}\n\n${text}`;
	return [{ ...first, content: whole }, ...others];
}

/** Calls of the assistant as the text that it would answer, results as a message of the user. */
function withToolTurnsAsText(messages: unknown[]): unknown[] {
	const names = new Map<unknown, unknown>();
	const turns: unknown[] = [];
	let results: Json[] = [];
	const flush = () => {
		if (results.length === 0) return;
		turns.push({ role: 'user', content: JSON.stringify({ [RESULTS_KEY]: results }) });
		results = [];
	};
	for (const message of messages) {
		if (isRecord(message) && message.role === 'tool') {
			const { tool_call_id: id, content } = message;
			results.push({ id, name: names.get(id), result: content });
			continue;
		}
		flush();
		turns.push(withCallsAsText(message, names));
	}
	flush();
	return turns;
}

function withCallsAsText(message: unknown, names: Map<unknown, unknown>): unknown {
	if (!isRecord(message) || !Array.isArray(message.tool_calls)) return message;
	const { tool_calls: calls, content, ...rest } = message;
	const callsAsText = (calls as unknown[]).filter(isRecord).map((call) => {
		const name = functionNameIn(call);
		names.set(call.id, name);
		return { id: call.id, name, arguments: callArguments(call) };
	});
	if (callsAsText.length === 0) return { ...rest, content };
	const said = typeof content === 'string' && content !== '' ? `${content}\n` : '';
	return { ...rest, content: `${said}${JSON.stringify({ [CALLS_KEY]: callsAsText })}` };
}

function callArguments(call: Json): unknown {
	const text = isRecord(call.function) ? call.function.arguments : undefined;
	const parsed = typeof text === 'string' ? parsedJsonOrUndefined(text) : text;
	return parsed ?? {};
}

/** What an answer says: its text and the calls it makes, or the reason why its calls cannot be used. */
export type ReadCalls = { text: string; calls: Json[] } | { problem: string };

/** Reads the calls out of the text of an answer; calls are in the form of the interface, with IDs of their own. */
export function readCalls(answer: string, offered: ToolOffer): ReadCalls {
	const { names, isRequired, isParallel } = offered;
	const start = answer.search(CALLS_START);
	if (start < 0) {
		return isRequired ? { problem: 'it calls no function' } : { text: answer, calls: [] };
	}
	const fenced = /^([\s\S]*?)```\w*\s*$/.exec(answer.slice(0, start));
	const text = (fenced?.[1] ?? answer.slice(0, start)).trim();
	const tail = answer.slice(start).trim();
	const parsed = parsedJsonOrUndefined(fenced ? tail.replace(/```$/, '') : tail);
	const listed = isRecord(parsed) ? parsed[CALLS_KEY] : undefined;
	if (!Array.isArray(listed) || listed.length === 0) return { problem: 'it is not valid JSON' };
	if (lostNumbers(parsed).length > 0) return { problem: 'it has a number that cannot be read' };
	if (!isParallel && listed.length > 1) return { problem: 'it calls more than one function' };
	const calls: Json[] = [];
	for (const one of listed as unknown[]) {
		const { name, arguments: callArguments = {} } = isRecord(one) ? one : {};
		if (typeof name !== 'string' || !names.includes(name)) {
			return { problem: 'it calls a function that was not offered' };
		}
		if (!isRecord(callArguments))
			return { problem: `the arguments of ${name} are not a JSON object` };
		calls.push({
			...{ index: calls.length, id: `call_${randomBytes(8).toString('hex')}`, type: 'function' },
			function: { name, arguments: JSON.stringify(callArguments) },
		});
	}
	return { text, calls };
}

export function parsedJsonOrUndefined(text: string): unknown {
	try {
		return parseJson(text);
	} catch {
		return undefined;
	}
}
