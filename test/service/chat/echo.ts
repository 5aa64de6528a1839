import type { ChatRequest } from '../schemas/chat';
import { EXAMPLE_ANSWERS } from './exampleAnswers';
import type { Message, UserPart } from '../schemas/messages';

/** The text of the last user message, its other parts left out. */
export function lastUserText({ messages }: ChatRequest): string {
	const last = messages.findLast((message) => message.role === 'user');
	if (!last) return '';
	if (typeof last.content === 'string') return last.content;
	return (last.content ?? [])
		.flatMap((part) => (part.type === 'text' ? [part.text] : []))
		.join(' ');
}

/** An answer that says what arrived, or the one to a prompt of the examples. Its quotes take three bytes each, so that streams have bytes to split. */
export function echo({ messages }: ChatRequest): string {
	const last = messages.findLast(({ role }) => role === 'user' || role === 'tool');
	if (!last) return 'You said “nothing”';
	const known = typeof last.content === 'string' ? EXAMPLE_ANSWERS[last.content] : undefined;
	if (last.role === 'user' && known !== undefined) return known;
	return last.role === 'tool'
		? `The tool said “${describe(last)}”`
		: `You said “${describe(last)}”`;
}

function describe({ content }: Message): string {
	if (typeof content === 'string') return content;
	return (content ?? []).map(describePart).join(' ');
}

function describePart(part: UserPart): string {
	switch (part.type) {
		case 'text':
			return part.text;
		case 'image_url':
			return '[image]';
		case 'input_audio':
			return `[audio ${part.input_audio.format}]`;
		case 'video_url':
			return '[video]';
		case 'file':
			return `[file ${part.file.filename ?? 'without a name'}]`;
	}
}
