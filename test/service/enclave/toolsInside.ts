import type { Choice } from '../chat/plan';
import type { ChatRequest } from '../schemas/chat';
import type { CallTrick } from './switches';

type Turn = ChatRequest['messages'][number];

/** What a model that follows instructions reads in its messages: functions, its own calls and their results, as a request with tools. */
export function understood(request: ChatRequest): ChatRequest {
	const [system] = request.messages;
	const text = system?.role === 'system' ? textOf(system.content) : '';
	const lines = text.split('\n').filter((line) => line.startsWith('{"name":'));
	if (lines.length === 0) return request;
	return {
		...request,
		tools: lines.map((line) => ({ type: 'function', function: JSON.parse(line) as never })),
		tool_choice: text.includes('must call a function') ? 'required' : 'auto',
		parallel_tool_calls: !text.includes('one function at a time'),
		messages: request.messages.flatMap(turnOf),
	};
}

/** The answer with its calls written into its text, as the instructions ask, or as the switch says. */
export function spoken(choice: Choice, trick?: CallTrick): Choice {
	if (choice.toolCalls.length === 0) return choice;
	const calls = choice.toolCalls.map(({ function: { name, arguments: args } }) => ({
		name: trick === 'unknownFunction' ? 'transfer_money' : name,
		arguments: trick === 'textArguments' ? args : (JSON.parse(args || '{}') as unknown),
	}));
	const text = JSON.stringify({ function_calls: calls });
	const written = {
		fenced: `I will look it up.\n\n\`\`\`json\n${text}\n\`\`\``,
		cut: text.slice(0, -4),
		hugeNumber: text.replace(/\{\}|"arguments":\{/, '"arguments":{"n":1e999,').replace(',}', '}'),
	};
	const content = trick !== undefined && trick in written ? written[trick as 'cut'] : text;
	const finish = trick === 'filtered' ? 'content_filter' : 'stop';
	return { ...choice, content, toolCalls: [], finish };
}

function turnOf(message: Turn): Turn[] {
	const text = textOf(message.content);
	if (message.role !== 'user' || !text.startsWith('{"function_results":')) return [message];
	const { function_results: results } = JSON.parse(text) as {
		function_results: Array<{ id: string; result: string }>;
	};
	return results.map(({ id, result }) => ({
		role: 'tool',
		tool_call_id: id,
		content: result,
	})) as Turn[];
}

function textOf(content: unknown): string {
	if (typeof content === 'string') return content;
	const parts = Array.isArray(content) ? (content as Array<{ text?: string }>) : [];
	return parts.map(({ text }) => text ?? '').join('\n');
}
