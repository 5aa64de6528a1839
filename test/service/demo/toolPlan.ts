import type { ChatRequest } from '../schemas/chat';
import type { FunctionTool } from '../schemas/tools';
import { lastUserText } from '../chat/echo';
import { instanceOf } from '../chat/instance';
import type { ScriptedTurn } from '../chat/script';

interface Wish {
	/** What a part of the message asks for. */
	asked: RegExp;
	/** The name of a tool that does it. */
	tool: RegExp;
}

const WISHES: Wish[] = [
	{ asked: /\b(draw|paint|sketch|picture|image)\b/i, tool: /draw|paint|(generate|create).*image/i },
	{ asked: /\b(say|speak|aloud)\b/i, tool: /speak|speech/i },
	{ asked: /\b(search|look up|find)\b/i, tool: /search|web/i },
	{ asked: /\?\s*$/, tool: /document|knowledge|retriev/i },
];

/** Where one wish ends and the next begins. */
const BETWEEN = /[,;]|\band\b|\bthen\b/i;
const ORDER =
	/^\s*(?:please\s+)?(?:draw|paint|sketch|say|speak|search(?: for)?|look up|find)\s+(?:me\s+)?/i;
const LONGEST_QUOTE = 600;

/**
 * What a model with tools would do, for people who look on: a message that asks for a picture, for speech, for a search or something of
 * the documents calls the tool for it, and the answer shows what came back. Undefined where no tool fits.
 */
export function toolPlan(request: ChatRequest, preface: string): ScriptedTurn | undefined {
	const offered = (request.tools ?? []).filter((tool): tool is FunctionTool => 'function' in tool);
	if (offered.length === 0 || (request.tool_choice ?? 'auto') !== 'auto') return undefined;
	const asked = request.messages.findLastIndex(({ role }) => role === 'user');
	const results = request.messages.slice(asked + 1).filter(({ role }) => role === 'tool');
	if (results.length > 0) return { text: preface + results.map(shownResult).join('\n\n') };
	const calls = lastUserText(request)
		.split(BETWEEN)
		.flatMap((part) => callFor(part, offered));
	return calls.length === 0 ? undefined : { calls };
}

function callFor(part: string, offered: FunctionTool[]): NonNullable<ScriptedTurn['calls']> {
	const wish = WISHES.find(({ asked }) => asked.test(part));
	const tool = wish && offered.find(({ function: { name } }) => wish.tool.test(name));
	if (tool === undefined) return [];
	const { name, parameters = {} } = tool.function;
	const text = part.replace(ORDER, '').trim() || part.trim();
	return [{ name, arguments: argumentsOf(parameters, text) }];
}

/** What the tool must have, with the text in the first of its texts. */
function argumentsOf(parameters: Record<string, unknown>, text: string): Record<string, unknown> {
	const whole = instanceOf({ type: 'object', ...parameters }) as Record<string, unknown>;
	const required = Array.isArray(parameters.required) ? parameters.required : [];
	const [first] = Object.keys(whole).filter((name) => typeof whole[name] === 'string');
	const needed = Object.entries(whole).filter(([name]) => required.includes(name));
	return { ...Object.fromEntries(needed), ...(first !== undefined && { [first]: text }) };
}

/** A file as Markdown that a chat shows, anything else as it came. */
function shownResult({ content }: ChatRequest['messages'][number]): string {
	const files = filesIn(content);
	if (files.length > 0) return files.join('\n\n');
	const text = typeof content === 'string' ? content : JSON.stringify(content);
	return `The tool said “${text.slice(0, LONGEST_QUOTE)}”`;
}

/** The links in a result, however n8n has wrapped it. */
function filesIn(value: unknown): string[] {
	if (typeof value === 'string') return filesIn(parsed(value));
	if (typeof value !== 'object' || value === null) return [];
	const { link, mimeType, fileName } = value as Record<string, unknown>;
	if (typeof link === 'string' && typeof mimeType === 'string') {
		const isPicture = mimeType.startsWith('image/');
		return [`${isPicture ? '!' : ''}[${isPicture ? 'Picture' : String(fileName)}](${link})`];
	}
	return Object.values(value).flatMap(filesIn);
}

function parsed(text: string): unknown {
	if (!/^\s*[[{"]/.test(text)) return undefined;
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
