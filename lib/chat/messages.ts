import { badInput } from '../core/failure';
import { isRecord } from '../core/record';
import { jsonArray } from '../fields/parseJson';
import { lawfulMessages, type Message } from './messageRules';

export type ContentPart = Record<string, unknown> & { type: string };

const EPHEMERAL_CACHE = { type: 'ephemeral' };

/** The messages of a single question, with the system prompt first when there is one (docs/maintainers/service.md#chat); throws a ServiceFailure. */
export function promptMessages(prompt: unknown, systemPrompt: unknown): Message[] {
	const question = messageText(prompt, 'Prompt');
	const behaviour = messageText(systemPrompt, 'System Prompt');
	if (question.trim() === '') {
		throw badInput(
			'Prompt must not be empty',
			'Enter a prompt, or drag a field from the input into it. Leave it empty only after a Chat Trigger.',
		);
	}
	const system = behaviour.trim() === '' ? [] : [{ role: 'system', content: behaviour }];
	return [...system, { role: 'user', content: question }];
}

export interface MessageRow {
	role?: string;
	content?: unknown;
	name?: string;
	toolCallId?: string;
	toolCalls?: unknown;
	cache?: boolean;
}

/** The messages of the list in the panel; throws a ServiceFailure that names the row. */
export function panelMessages(rows: MessageRow[]): Message[] {
	if (rows.length === 0)
		throw badInput(
			'Add at least one message',
			'Use Add Message, or set Input Type to Single Prompt.',
		);
	const messages = rows.map((row, index) => {
		const label = `Message ${index + 1}`;
		const role = row.role ?? 'user';
		const text = messageText(row.content, `Content of ${label}`);
		const toolCalls = role === 'assistant' ? panelToolCalls(row.toolCalls, label) : undefined;
		if (text === '' && toolCalls === undefined && role !== 'tool')
			throw badInput(`${label} must not be empty`, 'Enter its text, or remove it.');
		const content =
			text === '' && role !== 'tool'
				? null
				: row.cache === true && role !== 'tool'
					? [withCacheMark({ type: 'text', text })]
					: text;
		return {
			role,
			content,
			...(row.name ? { name: row.name } : {}),
			...(role === 'tool' ? { tool_call_id: row.toolCallId } : {}),
			...(toolCalls === undefined ? {} : { tool_calls: toolCalls }),
		};
	});
	return lawfulMessages(messages);
}

/** Messages given as JSON, so that an earlier answer can be handed back to the letter; throws a ServiceFailure. */
export function jsonMessages(value: unknown): Message[] {
	const messages = jsonArray(value, 'Messages (JSON)');
	const place = messages.findIndex((message) => !isRecord(message));
	if (place >= 0)
		throw badInput(
			`Message ${place + 1} of Messages (JSON) must be an object`,
			'Write each message as { "role": "user", "content": "…" }.',
		);
	return lawfulMessages(
		messages.filter(isRecord),
		(place) => `Message ${place} of Messages (JSON)`,
	);
}

/** The messages with these parts added to the last one of the user; throws a ServiceFailure when there is none. */
export function withAttachedParts(messages: Message[], parts: ContentPart[]): Message[] {
	if (parts.length === 0) return messages;
	const index = messages.findLastIndex((message) => message.role === 'user');
	const target = messages[index];
	if (target === undefined) {
		throw badInput(
			'Attachments need a message with the role user',
			'Add a message with the role user, or remove the attachments.',
		);
	}
	const text = target.content;
	const ownParts = Array.isArray(text)
		? text
		: text === null || text === ''
			? []
			: [{ type: 'text', text }];
	return messages.with(index, { ...target, content: [...ownParts, ...parts] });
}

/** A part with the mark that asks the service to cache what comes up to here (docs/maintainers/service.md#chat). */
export function withCacheMark(part: ContentPart): ContentPart {
	return { ...part, cache_control: EPHEMERAL_CACHE };
}

/** Text as it is and numbers as text; an object would go out as "[object Object]". */
function messageText(value: unknown, label: string): string {
	if (value === undefined || value === null) return '';
	if (typeof value !== 'object') return String(value);
	throw badInput(
		`${label} must be text, but ${Array.isArray(value) ? 'a list' : 'an object'} was given`,
		'Choose one field of it in the expression, or turn it into text with JSON.stringify().',
	);
}

function panelToolCalls(value: unknown, label: string): unknown[] | undefined {
	if (value === undefined || value === '' || value === null) return undefined;
	const parsed = jsonArray(value, `Tool Calls of ${label}`);
	return parsed.length === 0 ? undefined : parsed;
}
