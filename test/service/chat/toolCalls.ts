import type { ChatRequest } from '../schemas/chat';
import type { FunctionTool } from '../schemas/tools';
import { invalidField } from '../errors';
import { instanceOf } from './instance';

export interface ToolCall {
	index: number;
	id: string;
	type: 'function';
	function: { name: string; arguments: string };
}

export function toolCall(name: string, args: string, number: number): ToolCall {
	return {
		index: 0,
		id: `call_${name}_${number}`,
		type: 'function',
		function: { name, arguments: args },
	};
}

/**
 * The calls that an answer makes: when the choice demands it, or when the last user text says "call the
 * tool" and no tool has answered yet. Calls of one turn share their index, and the second of two comes
 * without arguments, as real models do.
 */
export function toolCallsFor(request: ChatRequest, text: string): ToolCall[] {
	const offered = (request.tools ?? []).filter((tool): tool is FunctionTool => 'function' in tool);
	const choice = request.tool_choice ?? 'auto';
	if (typeof choice === 'object') {
		const named = offered.find((tool) => tool.function.name === choice.function.name);
		if (!named) throw invalidField('tool_choice', `No tool is named ${choice.function.name}`);
		return [callOf(named, 1)];
	}
	if (choice === 'required' && !offered.length) {
		throw invalidField('tool_choice', 'A call is required, but no function is offered');
	}
	const [first, second] = offered;
	const answered = request.messages.at(-1)?.role === 'tool';
	const prompted = !answered && /call the tool/i.test(text);
	if (!first || choice === 'none' || !(choice === 'required' || prompted)) return [];
	if (!second || request.parallel_tool_calls === false) return [callOf(first, 1)];
	return [callOf(first, 1), toolCall(second.function.name, '', 2)];
}

function callOf(tool: FunctionTool, number: number): ToolCall {
	const { name, parameters } = tool.function;
	const args = parameters ? JSON.stringify(instanceOf(parameters)) : '{}';
	return toolCall(name, args, number);
}
