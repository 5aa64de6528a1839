import { createHash } from 'node:crypto';
import type { ChatRequest } from '../schemas/chat';
import { refuse } from '../errors';
import type { Choice } from './plan';
import type { ToolCall } from './toolCalls';
import type { Usage } from './usage';

/** What the model says next, as a test wants it. */
export interface ScriptedTurn {
	text?: string;
	reasoning?: string;
	/** Given out as it is, whether it is JSON or not; an object is written as JSON. */
	calls?: Array<{ name: string; arguments?: string | Record<string, unknown>; id?: string }>;
	/** Whether the turn carries a signature and must come back with it, byte for byte. */
	signed?: boolean;
	/** Whether the model encrypts what it thought, in one delta amid its summary; must come back last and unchanged. */
	sealed?: boolean;
	finish?: Choice['finish'];
	usage?: Partial<Usage>;
}

/** The choice that a script asks for; calls of one turn share their index. */
export function scriptedChoice(turn: ScriptedTurn, serial: number): Choice {
	const mark = turn.signed ? 's' : '';
	const toolCalls = (turn.calls ?? []).map(
		({ name, arguments: args = '', id }, number): ToolCall => {
			return {
				index: 0,
				id: id ?? `call_${serial.toString(16)}_${number}${mark}`,
				type: 'function',
				function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
			};
		},
	);
	const choice: Choice = {
		content: turn.text ?? (toolCalls.length > 0 ? null : ''),
		reasoning: turn.reasoning ?? null,
		toolCalls,
		finish: turn.finish ?? (toolCalls.length > 0 ? 'tool_calls' : 'stop'),
	};
	if (turn.sealed) {
		const hidden = Buffer.from(`hidden thought ${serial}`).toString('base64');
		choice.sealed = `\n\n__ENCRYPTED_REASONING__id=rs_${serial}\n${hidden}`;
	}
	if (!turn.signed) return choice;
	const data = Buffer.from(`thought ${serial}`).toString('base64');
	const details = [{ type: 'reasoning.encrypted', id: `rs_${serial}`, index: 0, data }];
	return { ...choice, details, signature: signatureOf({ ...choice, details }) };
}

/** Refuses a signed turn since the last word of the user that does not come back as it was given. */
export function requireSignedTurns({ messages }: ChatRequest): void {
	const asked = messages.findLastIndex(({ role }) => role === 'user');
	for (const message of messages.slice(asked + 1)) {
		if (message.role !== 'assistant') continue;
		const toolCalls = (message.tool_calls ?? []) as ToolCall[];
		if (!toolCalls.some(({ id }) => /^call_[0-9a-f]+_\d+s$/.test(id))) continue;
		const given = {
			content: typeof message.content === 'string' ? message.content : null,
			reasoning: message.reasoning_content ?? null,
			toolCalls,
			details: message.reasoning_details,
		};
		if (message.thought_signature === signatureOf(given)) continue;
		throw refuse(400, 'A turn with tool calls came back changed, or without its signature');
	}
}

function signatureOf({ content, toolCalls, details, ...choice }: Omit<Choice, 'finish'>): string {
	// Empty arguments are {} (docs/maintainers/service.md#chat).
	const calls = toolCalls.map(({ id, function: { name, arguments: args } }) => [
		...[id, name],
		args.trim() === '' ? '{}' : args,
	]);
	const whole = JSON.stringify([content || null, reasoningOf(choice), details, calls]);
	return createHash('sha256').update(whole).digest('base64');
}

/** What a model thought, as a message carries it. */
export function reasoningOf({ reasoning, sealed }: Pick<Choice, 'reasoning' | 'sealed'>) {
	return sealed === undefined ? reasoning : `${reasoning ?? ''}${sealed}`;
}
