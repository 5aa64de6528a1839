import { type End, endsWorse } from '../core/endWord';
import { omitKeys, type Json } from '../core/record';
import { hasAnyText, type Piece } from './chunks';
import { joinRecords, type FollowMode } from './joinFields';
import { holdsAnswer, textIfTextOnly, textOfContent } from './messageText';
import { ToolCallAssembler } from './toolCalls';

/** One choice of an answer, joined from what came of it: each field by its kind, so that nothing that came is lost to what came later. */
export class AssembledChoice {
	message: Json = {};

	/** What stands beside the message. */
	rest: Json = {};

	/** Of several ends, the worst. */
	end: End = { kind: 'none', word: '' };

	/** Opaque to us; the service reads it up to the end of the reasoning, so that nothing may follow it (docs/maintainers/service.md#chat). */
	encrypted = '';

	private readonly tools = new ToolCallAssembler();

	constructor(readonly index: number) {}

	get text(): string {
		return textOfContent(this.message.content);
	}

	/** Whether there is something that a user could take for an answer. */
	get hasContent(): boolean {
		return !this.tools.isEmpty || holdsAnswer(this.message);
	}

	/** Adds what stands beside the message. */
	addFacts(facts: Json, end: End): void {
		const isBetter = endsWorse(this.end, end);
		const news = isBetter ? omitKeys(facts, 'finish_reason', 'native_finish_reason') : facts;
		if (!isBetter) this.end = end;
		this.rest = joinRecords(this.rest, news, { name: '', within: 'facts' });
	}

	/** Adds a piece of the message, or a message. */
	add({ fields, calls }: Piece, followMode: Exclude<FollowMode, 'facts'>): void {
		const { reasoning_content: reasoning, reasoning_encrypted: isEncrypted, ...others } = fields;
		if (calls?.length === 0) others.tool_calls = calls;
		else if (calls) this.tools.addList(calls, followMode);
		if (isEncrypted === true && typeof reasoning === 'string') this.encrypted += reasoning;
		else if (reasoning !== undefined) others.reasoning_content = reasoning;
		this.message = joinRecords(this.message, others, { name: '', within: followMode });
	}

	/** Adds to one of the fields whose pieces are texts (`TEXT_FIELDS`), without a copy of all fields for each. */
	addText(field: string, text: string): void {
		const before = this.message[field];
		if (typeof before === 'string') this.message[field] = before + text;
		else this.add({ fields: { [field]: text }, hasText: text !== '' }, 'delta');
	}

	/** The message so far, as one piece. */
	toPiece(): Piece {
		const [fields, calls] = [this.message, this.tools.isEmpty ? undefined : this.tools.toCalls()];
		return { fields, calls, hasText: hasAnyText(fields) || hasAnyText(calls) };
	}

	/** The choice in the form of one of an unstreamed answer. */
	toChoice(): Json {
		const { reasoning_content: reasoning = '', content, ...message } = this.message;
		const thoughts = typeof reasoning === 'string' ? reasoning + this.encrypted : reasoning;
		const isCall = !this.tools.isEmpty;
		const none = isCall || typeof message.refusal === 'string' ? null : '';
		return {
			...{ ...this.rest, index: this.index },
			message: {
				...{ role: 'assistant', ...omitKeys(message, 'role') },
				content: textIfTextOnly(content) || none,
				...(thoughts === '' ? {} : { reasoning_content: thoughts }),
				...(isCall ? { tool_calls: this.tools.toCalls() } : {}),
			},
		};
	}
}
