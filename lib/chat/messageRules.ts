import { badInput } from '../core/failure';
import { isRecord, type Json } from '../core/record';
import { wireText } from '../core/wireText';
import { isNonEmptyText, textOfContent } from './messageText';

export type Message = Json & { role: string };

const MESSAGE_ROLES = ['system', 'developer', 'user', 'assistant', 'tool'];

/** A part of a content that carries a file, under the names of the service and of n8n's memories. */
const FILE_TYPE = /^(image|audio|video|file|document|media)$|_url$|^input_(audio|image|file)$/;

/**
 * The messages as the service states that they must be (docs/maintainers/service.md#chat). What breaks a rule is repaired where that loses nothing,
 * and refused otherwise, in a sentence about the message: a refusal of the service would count against the key.
 */
export function lawfulMessages(
	messages: readonly Json[],
	nameOf = (place: number) => `Message ${place}`,
): Message[] {
	if (messages.length === 0)
		throw badInput('There is no message to send', 'Add at least one message.');
	return messages.map((message, index) => lawfulMessage(message, nameOf(index + 1)));
}

function lawfulMessage(message: Json, name: string): Message {
	const { role } = message;
	if (typeof role !== 'string' || !MESSAGE_ROLES.includes(role)) {
		throw badInput(
			`Role of ${name} must be one of ${MESSAGE_ROLES.join(', ')}, but ${JSON.stringify(role) ?? 'nothing'} was given`,
			'Use one of these roles.',
		);
	}
	const content = lawfulContent(message, role);
	if (role !== 'user' && hasFile(content)) {
		throw badInput(
			`${name} has the role ${role} and carries a file, which only messages of the user may`,
			'Send the file in a message with the role user. If the message comes from the memory of an agent, clear that memory.',
		);
	}
	if (role === 'tool' && !isNonEmptyText(message.tool_call_id))
		throw badInput(
			`${name} has the role tool and needs the Tool Call ID (tool_call_id) that it answers`,
			'Add the ID of the tool call in the answer before it, or remove the message.',
		);
	if (content === undefined || (content === null && role !== 'assistant'))
		throw badInput(`${name} has no content`, 'Enter its text.');
	return content === message.content ? { ...message, role } : { ...message, role, content };
}

/** The content without parts of empty text, as text where it is the result of a tool, and empty where an assistant neither says nor calls anything. */
function lawfulContent({ content, tool_calls: calls }: Json, role: string): unknown {
	const isCall = Array.isArray(calls) && calls.length > 0;
	if (role === 'assistant' && !isCall && (content ?? null) === null) return '';
	if (role === 'tool' && !hasFile(content)) return resultText(content);
	if (!Array.isArray(content)) return content;
	const parts = content.filter(
		(part) => !isRecord(part) || part.type !== 'text' || part.text !== '',
	);
	if (parts.length === content.length) return content;
	return parts.length > 0 ? parts : '';
}

function resultText(content: unknown): string {
	const isText = [content].flat().every((part) => isRecord(part) && part.type === 'text');
	return isText ? textOfContent([content].flat()) : wireText(content);
}

export function hasFile(content: unknown): boolean {
	const types = (Array.isArray(content) ? content : []).map((part) => isRecord(part) && part.type);
	return types.some((type) => typeof type === 'string' && FILE_TYPE.test(type));
}
