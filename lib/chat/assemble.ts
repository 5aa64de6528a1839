import { damagedTexts, lostNumbers, unreadMark } from '../core/unreadMarks';
import { isRecord, without, type Json } from '../core/record';
import type { Redactor } from '../core/redact';
import { isUnread } from '../wire/readAs';
import { finishOf } from './finish';
import { grown, joinedParts, record, type Follow } from './joinFields';
import { shownText, textOf } from './simplifyCompletion';
import { ToolCalls } from './toolCalls';

interface Choice {
	index: number;
	/** Its text, or its parts once there are any. */
	content: string | unknown[] | null | undefined;
	/** Opaque to us; the service reads it up to the end of the reasoning, so that nothing may follow it (docs/maintainers/service.md#chat). */
	encrypted: string;
	message: Json;
	tools: ToolCalls;
	rest: Json;
	/** Whether any of it came as pieces, or as a message that grew, so that a whole message says it again. */
	isPieced: boolean;
}

/**
 * Puts a chat answer together, whether it comes whole or in chunks, into one form: that of an unstreamed answer (docs/maintainers/service.md#chat).
 * Each field is joined by its kind (`joined`), so that nothing that came is lost to what came later.
 */
export class Assembler {
	private top: Json = {};

	/** Those with numbers that could not be read. */
	private readonly chunks: Json[] = [];

	/** Choices of a form that is not known. */
	private readonly unread: unknown[] = [];

	private readonly choices = new Map<number, Choice>();

	/** Text of the first choice that was not taken yet. */
	private fresh: string[] = [];

	private taken = '';

	/** With `redact`, a secret that came in several pieces does not show in the whole. */
	constructor(private readonly redact?: Redactor) {}

	/** Characters of text so far. */
	get length(): number {
		return [...this.choices.values()].reduce((sum, { content }) => sum + textOf(content).length, 0);
	}

	/** Whether anything of an answer has come. */
	get isBegun(): boolean {
		return this.choices.size > 0 || Object.keys(this.top).length > 0;
	}

	/** Whether every choice that was begun said why it ended, and none that it broke. */
	get finished(): boolean {
		const choices = [...this.choices.values()];
		return (
			choices.length > 0 &&
			choices.every(({ rest }) => ['known', 'unknown'].includes(finishOf(rest)))
		);
	}

	/** Whether there is something that a user could take for an answer. */
	get hasContent(): boolean {
		return [...this.choices.values()].some(
			({ content, tools, message }) => shownText({ ...message, content }) !== '' || !tools.isEmpty,
		);
	}

	/** Whether the tokens were counted, as they are when nothing more of an answer comes. */
	get isCounted(): boolean {
		return isRecord(this.top.usage);
	}

	/** Adds a chunk, or a whole answer; `source` is what it was read from. */
	add(chunk: Json, source: Json = chunk): void {
		const hasLosses = lostNumbers(source).length + damagedTexts(source).length > 0;
		if (hasLosses) this.chunks.push(source);
		const { choices, ...rest } = chunk;
		this.top = record(this.top, rest, { name: '', within: 'facts' });
		for (const fact of Object.values(rest)) if (isRecord(fact)) this.count(fact.usage);
		const all: unknown[] = Array.isArray(choices) ? choices : [];
		this.unread.push(...all.filter(isUnread));
		const list = all.filter((choice): choice is Json => isRecord(choice) && !isUnread(choice));
		const numbers = list.map(({ index }) => (typeof index === 'number' ? index : undefined));
		// Several choices of one list are several, whatever their indexes say.
		const areClear = new Set(numbers).size === list.length;
		for (const [place, choice] of list.entries()) {
			this.addChoice(areClear ? (numbers[place] ?? 0) : place, choice);
		}
	}

	/** The text of the first choice that came since this was last called. */
	takeText(): string {
		const text = this.fresh.join('');
		this.fresh = [];
		this.taken += text;
		return text;
	}

	/** What of the text was not taken, at the end: that of another choice, of a message that grew, or of a refusal. */
	takeRest(): string {
		const [first] = this.sorted();
		const text = first === undefined ? '' : shownText({ ...first.message, content: first.content });
		return text.startsWith(this.taken) ? text.slice(this.taken.length) : '';
	}

	/** The whole answer in the form of an unstreamed one. */
	completion(): Json {
		const choices = [...this.sorted().map(finishedChoice), ...this.unread];
		const whole = {
			...{ ...this.top, ...unreadMark(...this.chunks) },
			...{ object: 'chat.completion', choices },
		};
		const clean: unknown = this.redact?.value(whole);
		return isRecord(clean) ? clean : whole;
	}

	private sorted(): Choice[] {
		return [...this.choices.values()].sort((a, b) => a.index - b.index);
	}

	private addChoice(index: number, { delta, message, ...rest }: Json): void {
		const choice = this.choices.get(index) ?? emptyChoice(index);
		this.choices.set(index, choice);
		delete rest.index;
		const { usage } = rest;
		this.count(usage);
		choice.rest = record(choice.rest, rest, { name: '', within: 'facts' });
		if (isRecord(delta)) this.addPiece(choice, delta, 'delta');
		if (!isRecord(message)) return;
		const isAgain = textOf(message.content) === textOf(choice.content) && finishOf(rest) !== 'none';
		this.addPiece(choice, message, choice.isPieced || isAgain ? 'whole' : 'message');
	}

	/** Takes tokens that are counted elsewhere than beside the choices. */
	private count(usage: unknown): void {
		if (isRecord(usage) && !this.isCounted) this.top.usage = usage;
	}

	private addPiece(choice: Choice, piece: Json, within: Exclude<Follow, 'facts'>): void {
		if (within === 'delta' && Object.keys(piece).length > 0) choice.isPieced = true;
		const {
			content,
			reasoning_content: reasoning,
			reasoning_encrypted: isEncrypted,
			tool_calls: calls,
			function_call: call,
			...others
		} = piece;
		this.addContent(choice, content, within);
		if (Array.isArray(calls)) {
			if (calls.length === 0) others.tool_calls = calls;
			choice.tools.add(calls, within);
		} else if (isRecord(call)) choice.tools.add([{ function: call }], within);
		if (isEncrypted === true && typeof reasoning === 'string') choice.encrypted += reasoning;
		else if (reasoning !== undefined) others.reasoning_content = reasoning;
		choice.message = record(choice.message, others, { name: '', within });
	}

	private addContent(choice: Choice, content: unknown, within: Exclude<Follow, 'facts'>): void {
		if (content === null) choice.content ??= null;
		if (typeof content !== 'string' && !Array.isArray(content)) return;
		const { content: before } = choice;
		if (Array.isArray(before) || Array.isArray(content)) {
			choice.content = withParts(before, content, within);
			return;
		}
		const had = before ?? '';
		choice.content = within === 'delta' ? had + content : grown(had, content, within);
		if (within === 'delta' && choice.index === 0) this.fresh.push(content);
		else if (had !== '' && choice.content === content) choice.isPieced = true;
	}
}

/** A content with one more, where either has parts. */
function withParts(
	before: Choice['content'],
	content: string | unknown[],
	within: Exclude<Follow, 'facts'>,
): unknown[] {
	const [had, said] = [textOf(before), textOf(content)];
	const isWhole = within !== 'delta' && Array.isArray(content);
	if (isWhole && said.startsWith(had)) return content;
	const isAgain = within !== 'delta' && said !== '' && grown(had, said, 'whole') === had;
	return isAgain ? partsOf(before) : joinedParts(partsOf(before), partsOf(content));
}

function partsOf(content: Choice['content']): unknown[] {
	if (Array.isArray(content)) return content;
	return content ? [{ type: 'text', text: content }] : [];
}

function emptyChoice(index: number): Choice {
	return {
		...{ index, content: undefined, encrypted: '', message: {}, tools: new ToolCalls() },
		...{ rest: {}, isPieced: false },
	};
}

function finishedChoice({ index, content, encrypted, message, tools, rest }: Choice): Json {
	const { reasoning_content: reasoning = '' } = message;
	const others = without(message, 'role', 'reasoning_content');
	const thoughts = typeof reasoning === 'string' ? reasoning + encrypted : reasoning;
	const said = plain(content);
	const isCall = !tools.isEmpty;
	const none = isCall || typeof message.refusal === 'string' ? null : '';
	return {
		...{ ...rest, index },
		message: {
			...{ role: 'assistant', ...others },
			content: said === '' || said === null || said === undefined ? none : said,
			...(thoughts === '' ? {} : { reasoning_content: thoughts }),
			...(isCall ? { tool_calls: tools.whole() } : {}),
		},
	};
}

/** A content as text where its parts say no more than that. */
function plain(content: Choice['content']): Choice['content'] {
	if (!Array.isArray(content)) return content;
	const isText = content.every(
		(part) =>
			isRecord(part) && Object.keys(part).sort().join() === 'text,type' && part.type === 'text',
	);
	return isText ? textOf(content) : content;
}
