import { hasUnreadMarks, unreadMarksOf } from '../core/unreadMarks';
import { isRecord, omitKeys, type Json } from '../core/record';
import { withTotal } from '../cost/tokens';
import type { Redactor } from '../core/redact';
import { choiceNumberOf, hasAnyText, listOf, unreadableFieldOf, type TextEvent } from './chunks';
import { endOf, endsWorse } from './finish';
import { joinContents, joinGrowingText, joinRecords, type FollowMode } from './joinFields';
import {
	holdsAnswer,
	REASONING_FIELDS,
	textIfTextOnly,
	textOfContent,
	textOfMessage,
} from './messageText';
import { ToolCallAssembler } from './toolCalls';

interface AssembledChoice {
	index: number;
	/** Its text, or its parts once there are any. */
	content: string | unknown[] | null | undefined;
	/** Opaque to us; the service reads it up to the end of the reasoning, so that nothing may follow it (docs/maintainers/service.md#chat). */
	encrypted: string;
	message: Json;
	tools: ToolCallAssembler;
	rest: Json;
	/** Whether any of it came as pieces, or as a message that grew, so that a whole message says it again. */
	isPieced: boolean;
	chunkCount: number;
	/** How many pieces its thoughts came in. */
	thoughtCount: number;
	/** A message that came ahead of the pieces, which say it again or go on with it. */
	ahead?: AssembledChoice;
}

/**
 * Puts a chat answer together, whether it comes whole or in chunks, into one form: that of an unstreamed answer (docs/maintainers/service.md#chat).
 * Each field is joined by its kind (`joined`), so that nothing that came is lost to what came later.
 */
export class AnswerAssembler {
	/** What came beside the choices. */
	facts: Json = {};

	/** Those with numbers that could not be read. */
	private readonly damagedChunks: Json[] = [];

	/** Choices of a form that is not known. */
	private readonly unreadChoices: unknown[] = [];

	private readonly choices = new Map<number, AssembledChoice>();

	/** Text of the first choice that was not taken yet. */
	private untakenText: string[] = [];

	private takenText = '';

	/** Whether the answer is a whole value of JSON, so that its end shows even where it has no end word. */
	isWhole = false;

	/** Whether the last chunk with anything new had content, so that its end word is no proof. */
	private lastHadContent = false;

	/** With `redact`, a secret that came in several pieces does not show in the whole. `asked` is how many answers the request asked for. */
	constructor(
		private readonly redact?: Redactor,
		private readonly asked = 1,
	) {}

	get textLength(): number {
		return [...this.choices.values()].reduce(
			(sum, { content }) => sum + textOfContent(content).length,
			0,
		);
	}

	get hasBegun(): boolean {
		return this.choices.size > 0 || Object.keys(this.facts).length > 0;
	}

	/** Whether every choice that was begun has ended, and none broke: it said why, or it came as a whole message in a whole answer. */
	get isFinished(): boolean {
		const choices = [...this.choices.values()];
		return choices.length > 0 && choices.every((choice) => this.hasEnded(choice));
	}

	get hasAllAnswers(): boolean {
		return this.choices.size + this.unreadChoices.length >= this.asked && this.isFinished;
	}

	/** Whether it is nearly certain that nothing more comes, where all answers have ended. */
	get isSureToEnd(): boolean {
		return this.hasTokenCount && !this.lastHadContent;
	}

	get brokenEndWord(): string | undefined {
		const ends = [...this.choices.values()].map(({ rest }) => endOf(rest));
		return ends.find(({ kind }) => kind === 'broken')?.word;
	}

	/** Whether there is something that a user could take for an answer. */
	get hasContent(): boolean {
		return [...this.choices.values()].some(
			({ content, tools, message }) => !tools.isEmpty || holdsAnswer({ ...message, content }),
		);
	}

	/** Whether the tokens were counted, as they are when nothing more of an answer comes. */
	get hasTokenCount(): boolean {
		return isRecord(this.facts.usage);
	}

	/** Adds a chunk, or a whole answer; `source` is what it was read from. */
	addChunk(chunk: Json, source: Json = chunk): void {
		if (hasUnreadMarks(source)) this.damagedChunks.push(source);
		const { choices, ...rest } = chunk;
		if (isRecord(rest.usage)) this.lastHadContent = false;
		const facts = joinRecords(this.facts, rest, { name: '', within: 'facts' });
		if (isRecord(rest.usage)) facts.usage = withTotal(facts.usage, rest.usage);
		this.facts = facts;
		for (const fact of Object.values(rest)) if (isRecord(fact)) this.countTokens(fact.usage);
		const all = listOf(choices) ?? [];
		const list: Json[] = [];
		for (const choice of all.filter(isRecord)) {
			if (unreadableFieldOf(choice) === undefined) list.push(choice);
			else this.unreadChoices.push({ unread: choice });
		}
		const numbers = list.map(({ index }) => choiceNumberOf(index));
		// Several choices of one list are several, whatever their indexes say.
		const areClear = new Set(numbers).size === list.length;
		for (const [place, choice] of list.entries()) {
			this.addChoice(areClear ? (numbers[place] ?? 0) : place, choice);
		}
	}

	/** Adds a text to a field of a choice, as a chunk with nothing else that is new would. */
	addText({ index, field }: TextEvent, text: string): void {
		const choice = this.choices.get(choiceNumberOf(index) ?? 0);
		if (choice === undefined) return;
		choice.chunkCount++;
		this.lastHadContent ||= text !== '';
		if (field === 'content') this.addContent(choice, text, 'delta');
		else this.addPiece(choice, withoutRepeatedThoughts({ [field]: text }, choice), 'delta');
	}

	/** Makes one choice of many where a server counts the pieces of its only answer as if each were an answer. */
	joinCountedPieces(): void {
		const [first, ...others] = this.sortedChoices();
		const last = others.at(-1);
		if (first === undefined || last === undefined || this.asked > 1) return;
		const isCounted = [first, ...others].every(
			(choice) => choice.chunkCount === 1 && (choice === last) === this.hasEnded(choice),
		);
		if (!isCounted) return;
		for (const choice of others) {
			this.choices.delete(choice.index);
			this.addChoice(first.index, { ...choice.rest, delta: pieceOf(choice) });
		}
	}

	/** The text of the first choice that came since this was last called. */
	takeText(): string {
		const text = this.untakenText.join('');
		this.untakenText = [];
		this.takenText += text;
		return text;
	}

	/** What of the text was not taken, at the end: that of another choice, of a message that grew, or what stands in its place. */
	takeRemainingText(): string {
		const [first] = this.sortedChoices();
		const text =
			first === undefined ? '' : textOfMessage({ ...first.message, content: first.content });
		return text.startsWith(this.takenText) ? text.slice(this.takenText.length) : '';
	}

	/** The whole answer in the form of an unstreamed one. */
	completion(): Json {
		const choices = [...this.sortedChoices().map(finishedChoice), ...this.unreadChoices];
		const missing = this.asked > 1 ? this.asked - choices.length : 0;
		const whole = {
			...{ ...this.facts, ...unreadMarksOf(...this.damagedChunks) },
			...(missing > 0 && { missingAnswers: missing }),
			...{ object: 'chat.completion', choices },
		};
		const clean: unknown = this.redact?.value(whole);
		return isRecord(clean) ? clean : whole;
	}

	private sortedChoices(): AssembledChoice[] {
		return [...this.choices.values()]
			.map((choice) => this.withMessageAhead(choice))
			.sort((a, b) => a.index - b.index);
	}

	private addChoice(index: number, { delta, message, ...rest }: Json): void {
		let choice = this.choices.get(index) ?? emptyChoice(index);
		if (!choice.isPieced && hasAnyText(delta) && hasAnyText(pieceOf(choice)))
			choice = { ...emptyChoice(index), rest: choice.rest, chunkCount: 1, ahead: choice };
		this.choices.set(index, choice);
		delete rest.index;
		const { usage } = rest;
		this.countTokens(usage);
		choice.chunkCount++;
		const hasText = hasAnyText(delta) || hasAnyText(message);
		if (hasText || endOf(rest).kind !== 'none') this.lastHadContent = hasText;
		if (endsWorse(choice.rest, rest)) {
			delete rest.finish_reason;
			delete rest.native_finish_reason;
		}
		choice.rest = joinRecords(choice.rest, rest, { name: '', within: 'facts' });
		if (isRecord(delta)) {
			const isEnd = endOf(rest).kind !== 'none';
			this.addPiece(choice, withoutRepeatedThoughts(delta, choice, isEnd), 'delta');
		}
		if (!isRecord(message)) return;
		const isAgain =
			textOfContent(message.content) === textOfContent(choice.content) &&
			endOf(rest).kind !== 'none';
		this.addPiece(choice, message, choice.isPieced || isAgain ? 'whole' : 'message');
	}

	/** The choice with a message that came ahead of its pieces. */
	private withMessageAhead(choice: AssembledChoice): AssembledChoice {
		const { index, rest, encrypted, ahead } = choice;
		if (ahead === undefined) return choice;
		const whole = { ...emptyChoice(index), rest, encrypted: encrypted || ahead.encrypted };
		this.addPiece(whole, pieceOf(ahead), 'message');
		this.addPiece(whole, pieceOf(choice), 'whole');
		return whole;
	}

	private hasEnded({ rest, isPieced }: AssembledChoice): boolean {
		const { kind } = endOf(rest);
		return kind === 'none' ? this.isWhole && !isPieced : kind !== 'broken';
	}

	/** Takes tokens that are counted elsewhere than beside the choices. */
	private countTokens(usage: unknown): void {
		if (isRecord(usage) && !this.hasTokenCount) this.facts.usage = usage;
	}

	private addPiece(
		choice: AssembledChoice,
		piece: Json,
		followMode: Exclude<FollowMode, 'facts'>,
	): void {
		if (followMode === 'delta' && Object.keys(piece).length > 0) choice.isPieced = true;
		const {
			content,
			reasoning_content: reasoning,
			reasoning_encrypted: isEncrypted,
			tool_calls: calls,
			function_call: call,
			...others
		} = piece;
		this.addContent(choice, content, followMode);
		const list = listOf(calls);
		if (list !== undefined) {
			if (list.length === 0) others.tool_calls = list;
			choice.tools.addList(list, followMode);
		} else if (isRecord(call)) choice.tools.addList([{ function: call }], followMode);
		if (isEncrypted === true && typeof reasoning === 'string') choice.encrypted += reasoning;
		else if (reasoning !== undefined) others.reasoning_content = reasoning;
		choice.message = joinRecords(choice.message, others, { name: '', within: followMode });
	}

	private addContent(
		choice: AssembledChoice,
		content: unknown,
		followMode: Exclude<FollowMode, 'facts'>,
	): void {
		if (content === null) choice.content ??= null;
		if (typeof content !== 'string' && !Array.isArray(content)) return;
		const { content: before } = choice;
		if (Array.isArray(before) || Array.isArray(content)) {
			choice.content = joinContents(before, content, followMode);
			return;
		}
		const had = before ?? '';
		choice.content =
			followMode === 'delta' ? had + content : joinGrowingText(had, content, followMode);
		if (followMode === 'delta' && choice.index === 0) this.untakenText.push(content);
		else if (had !== '' && choice.content === content) choice.isPieced = true;
	}
}

function emptyChoice(index: number): AssembledChoice {
	return {
		...{ index, content: undefined, encrypted: '', message: {}, tools: new ToolCallAssembler() },
		...{ rest: {}, isPieced: false, chunkCount: 0, thoughtCount: 0 },
	};
}

/** A shorter thought may well be thought twice. */
const MIN_REPEATED_THOUGHT = 8;

/** A delta without thoughts that say all those so far again, as some services send them at the end. */
function withoutRepeatedThoughts(piece: Json, choice: AssembledChoice, isEnd = false): Json {
	const thoughts = REASONING_FIELDS.filter(
		(name) => typeof piece[name] === 'string' && piece[name] !== '',
	);
	if (thoughts.length === 0) return piece;
	// Two pieces may be equal while the model goes on thinking.
	const mayRepeat = isEnd || choice.thoughtCount > 1;
	choice.thoughtCount++;
	const isRepeated = (name: string) =>
		piece[name] === choice.message[name] && String(piece[name]).length >= MIN_REPEATED_THOUGHT;
	return mayRepeat ? omitKeys(piece, ...thoughts.filter(isRepeated)) : piece;
}

/** What a choice has so far, as one piece. */
function pieceOf({ message, content, tools }: AssembledChoice): Json {
	return { ...message, content, ...(!tools.isEmpty && { tool_calls: tools.toCalls() }) };
}

function finishedChoice({
	index,
	content,
	encrypted,
	message,
	tools,
	rest,
}: AssembledChoice): Json {
	const { reasoning_content: reasoning = '' } = message;
	const others = omitKeys(message, 'role', 'reasoning_content');
	const thoughts = typeof reasoning === 'string' ? reasoning + encrypted : reasoning;
	const spokenContent = textIfTextOnly(content);
	const isCall = !tools.isEmpty;
	const none = isCall || typeof message.refusal === 'string' ? null : '';
	return {
		...{ ...rest, index },
		message: {
			...{ role: 'assistant', ...others },
			content:
				spokenContent === '' || spokenContent === null || spokenContent === undefined
					? none
					: spokenContent,
			...(thoughts === '' ? {} : { reasoning_content: thoughts }),
			...(isCall ? { tool_calls: tools.toCalls() } : {}),
		},
	};
}
