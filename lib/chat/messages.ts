import { badInput } from '../core/failure';
import { isRecord } from '../core/record';
import { jsonArray, jsonObject } from '../fields/parseJson';

export type Message = Record<string, unknown> & { role: string };
export type Part = Record<string, unknown> & { type: string };

const ROLES = ['system', 'developer', 'user', 'assistant', 'tool'];
const EPHEMERAL = { type: 'ephemeral' };

/** The messages of a single question, with the system prompt first when there is one (docs/maintainers/service.md#chat); throws a ServiceFailure. */
export function promptMessages(prompt: unknown, systemPrompt: unknown): Message[] {
	const question = textOf(prompt, 'Prompt');
	const behaviour = textOf(systemPrompt, 'System Prompt');
	if (question.trim() === '') {
		throw badInput(
			'Prompt must not be empty',
			'Enter a message, or drag a field of the input there.',
		);
	}
	const system = behaviour.trim() === '' ? [] : [{ role: 'system', content: behaviour }];
	return [...system, { role: 'user', content: question }];
}

/** One row of the message list in the panel. */
export interface MessageRow {
	role?: string;
	content?: unknown;
	name?: string;
	toolCallId?: string;
	toolCalls?: unknown;
	cache?: boolean;
}

/** The messages of the list in the panel; throws a ServiceFailure that names the row. */
export function listedMessages(rows: MessageRow[]): Message[] {
	if (rows.length === 0) throw badInput('Messages must have at least one message');
	return rows.map((row, index) => {
		const label = `Message ${index + 1}`;
		const role = row.role ?? 'user';
		if (!ROLES.includes(role)) {
			throw badInput(
				`Role of ${label} must be one of ${ROLES.join(', ')}, but "${role}" was given`,
			);
		}
		const text = textOf(row.content, `Content of ${label}`);
		const toolCalls = role === 'assistant' ? toolCallsOf(row.toolCalls, label) : undefined;
		if (text === '' && toolCalls === undefined && role !== 'tool')
			throw badInput(`${label} must not be empty`);
		if (role === 'tool' && (row.toolCallId ?? '') === '') {
			throw badInput(`${label} has the role tool and needs the Tool Call ID it answers`);
		}
		const content =
			text === '' && role !== 'tool'
				? null
				: row.cache === true && role !== 'tool'
					? [cached({ type: 'text', text })]
					: text;
		return {
			role,
			content,
			...(row.name ? { name: row.name } : {}),
			...(role === 'tool' ? { tool_call_id: row.toolCallId } : {}),
			...(toolCalls === undefined ? {} : { tool_calls: toolCalls }),
		};
	});
}

/** Messages given as JSON, unchanged, so that an earlier answer can be handed back to the letter; throws a ServiceFailure. */
export function jsonMessages(value: unknown): Message[] {
	const parsed = jsonArray(value, 'Messages (JSON)');
	if (parsed.length === 0) throw badInput('Messages (JSON) must have at least one message');
	return parsed.map((message: unknown, index) => {
		if (!isRecord(message) || typeof message.role !== 'string' || !ROLES.includes(message.role)) {
			throw badInput(
				`Message ${index + 1} of Messages (JSON) must be an object whose role is one of ${ROLES.join(', ')}`,
			);
		}
		return { ...message, role: message.role };
	});
}

/** The messages with these parts added to the last one of the user; throws a ServiceFailure when there is none. */
export function withParts(messages: Message[], parts: Part[]): Message[] {
	if (parts.length === 0) return messages;
	const index = messages.findLastIndex((message) => message.role === 'user');
	const target = messages[index];
	if (target === undefined) {
		throw badInput('Attachments need a message with the role user');
	}
	const text = target.content;
	const own = Array.isArray(text)
		? text
		: text === null || text === ''
			? []
			: [{ type: 'text', text }];
	return messages.with(index, { ...target, content: [...own, ...parts] });
}

/** A part with the mark that asks the service to cache what comes up to here (docs/maintainers/service.md#chat). */
export function cached(part: Part): Part {
	return { ...part, cache_control: EPHEMERAL };
}

/** Text as it is and numbers as text; an object would go out as "[object Object]". */
function textOf(value: unknown, label: string): string {
	if (value === undefined || value === null) return '';
	if (typeof value !== 'object') return String(value);
	throw badInput(
		`${label} must be text, but ${Array.isArray(value) ? 'a list' : 'an object'} was given`,
		'Choose one field of it in the expression, or turn it into text with JSON.stringify().',
	);
}

function toolCallsOf(value: unknown, label: string): unknown[] | undefined {
	if (value === undefined || value === '' || value === null) return undefined;
	const parsed = jsonArray(value, `Tool Calls of ${label}`);
	return parsed.length === 0 ? undefined : parsed;
}

const FORMATS = ['text', 'json_object', 'json_schema'];

/**
 * The `response_format` of a request, or undefined for text, which every answer is otherwise; a bare schema is wrapped as the chat convention
 * has it (docs/maintainers/service.md#chat). Throws a ServiceFailure.
 */
export function responseFormat(
	type: unknown,
	jsonSchema: unknown,
): Record<string, unknown> | undefined {
	if (type === '' || type === undefined || type === 'text') return undefined;
	if (typeof type !== 'string' || !FORMATS.includes(type)) {
		throw badInput(
			`Response Format must be one of ${FORMATS.join(', ')}, but "${String(type)}" was given`,
		);
	}
	if (type !== 'json_schema') return { type };
	const schema = schemaOf(jsonSchema);
	const wrapped = isRecord(schema.schema) ? schema : { name: 'answer', strict: true, schema };
	return { type, json_schema: wrapped };
}

function schemaOf(value: unknown): Record<string, unknown> {
	if (value === undefined || (typeof value === 'string' && value.trim() === '')) {
		throw badInput('Response Format is JSON Schema, so JSON Schema must not be empty');
	}
	return jsonObject(value, 'JSON Schema');
}
