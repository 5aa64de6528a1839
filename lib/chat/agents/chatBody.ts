import type { Tool } from '@n8n/ai-node-sdk';

import { isRecord, type Json } from '../../core/record';
import { aiNodeSdk } from './sdk';

/** The JSON Schema of a tool's parameters; undefined where it has none. */
export function parametersSchemaOf(tool: Tool): unknown {
	return 'inputSchema' in tool ? aiNodeSdk().getParametersJsonSchema(tool) : undefined;
}

/** A function that n8n offers to the model, for the wire; `parameters` is its JSON Schema. */
export function wireTool(tool: Tool, parameters: unknown): Json {
	const { name } = tool;
	const description = 'description' in tool ? tool.description : undefined;
	return {
		type: 'function',
		function: {
			name,
			...(description ? { description } : {}),
			...(isRecord(parameters) ? { parameters } : {}),
		},
	};
}

/** The tool choice for the wire; agents say `any` where the service says `required`, or just name a tool. */
export function wireToolChoice(choice: unknown): unknown {
	if (typeof choice !== 'string') return isRecord(choice) ? choice : undefined;
	if (choice === 'any') return 'required';
	return ['auto', 'none', 'required'].includes(choice)
		? choice
		: { type: 'function', function: { name: choice } };
}

/** The body of a chat request: what the panel set, with messages and tools of the agent; tool options are sent only when there are tools. */
export function chatBody(
	panel: Json,
	{ messages, tools, toolChoice, stop }: Json & { messages: unknown[]; tools: Json[] },
): Json {
	const { parallel_tool_calls: parallel, ...rest } = panel;
	return {
		...rest,
		messages,
		...(Array.isArray(stop) && stop.length > 0 ? { stop } : {}),
		...(tools.length === 0
			? {}
			: {
					tools,
					...(parallel === undefined ? {} : { parallel_tool_calls: parallel }),
					...(toolChoice === undefined ? {} : { tool_choice: toolChoice }),
				}),
	};
}
