import { hasUnreadMarks, unreadMarksOf } from '../core/unreadMarks';
import { isRecord, omitKeys, type Json } from '../core/record';
import { withTotal } from '../cost/tokens';
import type { Redactor } from '../core/redact';
import type { Chunk, ChunkChoice, Piece, TextEvent } from './chunks';
import { AssembledChoice } from './assembledChoice';
import { joinRecords } from './joinFields';
import { REASONING_FIELDS, textOfContent, textOfMessage } from './messageText';

/** A choice, and what its chunks were so far: whether a later one adds to it or says it again has to be guessed. */
interface ChoiceInChunks {
	choice: AssembledChoice;
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
 * A choice joins what belongs to it; here it is guessed which chunk does, and how.
 */
export class AnswerAssembler {
	/** What came beside the choices. */
	facts: Json = {};

	/** Those with numbers that could not be read. */
	private readonly damagedChunks: Json[] = [];

	/** Choices of a form that is not known. */
	private readonly unreadChoices: unknown[] = [];

	private readonly choices = new Map<number, ChoiceInChunks>();

	/** Text of the first choice that was not taken yet. */
	private untakenText: string[] = [];

	private takenText = '';

	/** Whether the answer is a whole value of JSON, so that its end shows even where it has no end word. */
	isWhole = false;

	/** Whether the last chunk with anything new had content, so that its end word is no proof. */
	private lastHadContent = false;

	/** Whether the tokens were counted, as they are when nothing more of an answer comes. */
	hasTokenCount = false;

	/** With `redact`, a secret that came in several pieces does not show in the whole. `asked` is how many answers the request asked for. */
	constructor(
		private readonly redact?: Redactor,
		private readonly asked = 1,
	) {}

	get textLength(): number {
		return this.begun.reduce((sum, { choice }) => sum + choice.text.length, 0);
	}

	private get begun(): ChoiceInChunks[] {
		return [...this.choices.values()];
	}

	get hasBegun(): boolean {
		return this.choices.size > 0 || Object.keys(this.facts).length > 0;
	}

	/** Whether every choice that was begun has ended, and none broke: it said why, or it came as a whole message in a whole answer. */
	get isFinished(): boolean {
		return this.choices.size > 0 && this.begun.every((one) => this.hasEnded(one));
	}

	get hasAllAnswers(): boolean {
		return this.choices.size + this.unreadChoices.length >= this.asked && this.isFinished;
	}

	/** Whether what follows is not of the answer: its tokens were counted, or each end came behind its content. */
	get hasSaidAll(): boolean {
		if (this.hasTokenCount) return this.isFinished;
		return this.hasAllAnswers && this.hasContent && !this.lastHadContent;
	}

	/** Whether it is nearly certain that nothing more comes, where all answers have ended. */
	get isSureToEnd(): boolean {
		return this.hasTokenCount && !this.lastHadContent;
	}

	get brokenEndWord(): string | undefined {
		return this.begun.find(({ choice }) => choice.end.kind === 'broken')?.choice.end.word;
	}

	/** Whether there is something that a user could take for an answer. */
	get hasContent(): boolean {
		return this.begun.some(({ choice }) => choice.hasContent);
	}

	addChunk({ sent, facts, usage, innerUsage, choices, unreadChoices }: Chunk): void {
		if (hasUnreadMarks(sent)) this.damagedChunks.push(sent);
		this.addFacts(facts);
		if (usage) {
			this.lastHadContent = false;
			if (this.hasTokenCount) this.facts.usage = withTotal(this.facts.usage, usage);
			this.hasTokenCount = true;
		} else if (innerUsage && !this.hasTokenCount) {
			this.facts.usage = innerUsage;
			this.hasTokenCount = true;
		}
		for (const unread of unreadChoices) this.unreadChoices.push({ unread });
		for (const choice of choices) this.addChoice(choice);
	}

	/** Adds what stands beside the choices. */
	addFacts(news: Json): void {
		this.facts = joinRecords(this.facts, news, { name: '', within: 'facts' });
	}

	/** Adds a text to a field of a choice, as a chunk with nothing else that is new would. */
	addText({ index, field }: TextEvent, text: string): void {
		const one = this.choices.get(index);
		if (one === undefined) return;
		one.chunkCount++;
		this.lastHadContent ||= text !== '';
		if (field !== 'content')
			return this.addDelta(one, { fields: { [field]: text }, hasText: text !== '' });
		const isText = !Array.isArray(one.choice.message.content);
		if (isText && one.choice.index === 0) this.untakenText.push(text);
		one.choice.addText(field, text);
	}

	/** Makes one choice of many where a server counts the pieces of its only answer as if each were an answer. */
	joinCountedPieces(): void {
		const all = this.begun.sort((one, other) => one.choice.index - other.choice.index);
		const last = all.at(-1);
		if (all.length < 2 || this.asked > 1) return;
		const isCounted = all.every(
			(one) => one.chunkCount === 1 && (one === last) === this.hasEnded(one),
		);
		const [first, ...others] = all.map(({ choice }) => choice);
		if (!isCounted || first === undefined) return;
		for (const choice of others) {
			this.choices.delete(choice.index);
			const delta = choice.toPiece();
			const { rest: facts, end } = choice;
			this.addChoice({ index: first.index, delta, facts, end, hasText: delta.hasText });
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
		const text = textOfMessage(this.sortedChoices()[0]?.message ?? {});
		return text.startsWith(this.takenText) ? text.slice(this.takenText.length) : '';
	}

	/** The whole answer in the form of an unstreamed one. */
	completion(): Json {
		const choices = [...this.sortedChoices().map((one) => one.toChoice()), ...this.unreadChoices];
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
		return this.begun.map(withMessageAhead).sort((a, b) => a.index - b.index);
	}

	private addChoice({ index, delta, message, facts, end, hasText }: ChunkChoice): void {
		const one = this.choices.get(index) ?? newChoice(index);
		if (!one.isPieced && delta?.hasText && one.choice.toPiece().hasText) {
			const ahead = one.choice;
			Object.assign(one, newChoice(index), { ahead, chunkCount: 1 });
			one.choice.addFacts(ahead.rest, ahead.end);
		}
		const { choice } = one;
		this.choices.set(index, one);
		one.chunkCount++;
		const isEnd = end.kind !== 'none';
		if (hasText || isEnd) this.lastHadContent = hasText;
		choice.addFacts(facts, end);
		if (delta) this.addDelta(one, delta, isEnd);
		if (!message) return;
		const had = choice.text;
		const isAgain = isEnd && textOfContent(message.fields.content) === had;
		choice.add(message, one.isPieced || isAgain ? 'whole' : 'message');
		one.isPieced ||= had !== '' && choice.message.content === message.fields.content;
	}

	private addDelta(one: ChoiceInChunks, delta: Piece, isEnd = false): void {
		const { choice } = one;
		const { content } = delta.fields;
		const isText = typeof content === 'string' && !Array.isArray(choice.message.content);
		if (isText && choice.index === 0) this.untakenText.push(content);
		one.isPieced ||= delta.calls !== undefined || Object.keys(delta.fields).length > 0;
		const fields = withoutRepeatedThoughts(delta.fields, one, isEnd);
		choice.add({ ...delta, fields }, 'delta');
	}

	private hasEnded({ choice, isPieced }: ChoiceInChunks): boolean {
		const { kind } = choice.end;
		return kind === 'none' ? this.isWhole && !isPieced : kind !== 'broken';
	}
}

function newChoice(index: number): ChoiceInChunks {
	return { choice: new AssembledChoice(index), isPieced: false, chunkCount: 0, thoughtCount: 0 };
}

/** A choice with the message that came ahead of its pieces. */
function withMessageAhead({ choice, ahead }: ChoiceInChunks): AssembledChoice {
	if (ahead === undefined) return choice;
	const whole = new AssembledChoice(choice.index);
	whole.rest = choice.rest;
	whole.encrypted = choice.encrypted || ahead.encrypted;
	whole.add(ahead.toPiece(), 'message');
	whole.add(choice.toPiece(), 'whole');
	return whole;
}

/** A shorter thought may well be thought twice. */
const MIN_REPEATED_THOUGHT = 8;

/** A delta without thoughts that say all those so far again, as some services send them at the end. */
function withoutRepeatedThoughts(piece: Json, one: ChoiceInChunks, isEnd: boolean): Json {
	const thoughts = REASONING_FIELDS.filter(
		(name) => typeof piece[name] === 'string' && piece[name] !== '',
	);
	if (thoughts.length === 0) return piece;
	// Two pieces may be equal while the model goes on thinking.
	const mayRepeat = isEnd || one.thoughtCount > 1;
	one.thoughtCount++;
	const isRepeated = (name: string) =>
		piece[name] === one.choice.message[name] && String(piece[name]).length >= MIN_REPEATED_THOUGHT;
	return mayRepeat ? omitKeys(piece, ...thoughts.filter(isRepeated)) : piece;
}
