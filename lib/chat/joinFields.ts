import { isRecord, type Json } from '../core/record';
import { textOfContent } from './messageText';

/** Where a value stands: its name, and how the values of its surroundings follow each other. */
export interface FieldContext {
	name: string;
	within: FollowMode;
}

/**
 * `delta`: each value adds to those before. `message`: each is all there is so far, or a piece. `whole`: it is all of what came in pieces before.
 * `facts`: each says the same again, or more.
 */
export type FollowMode = 'delta' | 'message' | 'whole' | 'facts';

/** Texts that say the same each time, wherever they stand; the others add up within a delta. */
const CONSTANT_FIELDS = new Set([
	...['id', 'object', 'created', 'model', 'role', 'type', 'name', 'index', 'format', 'provider'],
	...['url', 'title', 'status', 'code', 'detail', 'mime_type', 'media_type', 'mimeType', 'source'],
	...['start_index', 'end_index', 'expires_at', 'created_at', 'tool_call_id', 'language', 'ttl'],
]);

/** Texts in which a piece may be equal to all before it. */
export const TEXT_FIELDS = new Set([
	...['content', 'reasoning_content', 'reasoning', 'refusal', 'text', 'thinking', 'summary'],
	...['arguments', 'transcript', 'output', 'code_interpreter'],
]);

/** Texts that only a machine reads, such as signatures, sound and the input of a tool: two of their pieces may be equal. */
const OPAQUE_FIELD = /signature|encrypted|base64|^(data|input|partial_json|b64_json)$/i;

/** Lists of tokens, in which entries may be equal. */
const TOKEN_LIST_FIELDS = /^(logprobs|token_ids|tokens|token_logprobs|top_logprobs|bytes)$/;

/** Lists of sources. */
const CITATION_LIST_FIELDS = /^(annotations|\w*citations|search_results|sources)$/;

/** The shortest text that is taken for a repetition when it comes twice; shorter ones are pieces that happen to be equal. */
const MIN_REPETITION_LENGTH = 8;

/** A value with what came later joined to it, by its kind: an empty one never takes anything away. */
export function joinValues(before: unknown, piece: unknown, place: FieldContext): unknown {
	if (isEmptyValue(piece)) return before === undefined ? piece : before;
	if (isEmptyValue(before) && !Array.isArray(piece)) return piece;
	const isInParts = Array.isArray(before) || Array.isArray(piece);
	if (place.name === 'content' && isInParts && place.within !== 'facts')
		return joinContents(before, piece, place.within);
	// A last chunk that counts nothing takes no count away.
	if (piece === 0 && typeof before === 'number' && place.within === 'facts') return before;
	if (typeof before === 'string' && typeof piece === 'string')
		return joinTexts(before, piece, place);
	if (isRecord(before) && isRecord(piece)) {
		const isNext = place.name === 'logprobs' && isToken(piece);
		return isNext ? withToken(before, piece) : joinRecords(before, piece, place);
	}
	if (Array.isArray(piece) && (Array.isArray(before) || isEmptyValue(before))) {
		return joinLists(Array.isArray(before) ? before : [], piece, place);
	}
	return piece;
}

function isToken({ token }: Json): boolean {
	return typeof token === 'string';
}

/** Log probabilities that come by the token, as the list in which a whole answer has those of several. */
function withToken(before: Json, token: Json): Json {
	const { content } = before;
	const had = isToken(before) ? [before] : Array.isArray(content) ? content : [];
	return { content: joinLists(had, [token], { name: 'tokens', within: 'facts' }) };
}

export function joinRecords(before: Json, piece: Json, { name, within }: FieldContext): Json {
	const isOfTokens = TOKEN_LIST_FIELDS.test(name);
	let whole = before;
	for (const [key, value] of Object.entries(piece)) {
		const had = before[key];
		// Nearly every chunk of a stream says the same of itself.
		if (within === 'facts' && value === had && key in before) continue;
		if (whole === before) whole = { ...before };
		const isNew = had === undefined && !Array.isArray(value);
		whole[key] = isNew ? value : joinValues(had, value, { name: isOfTokens ? name : key, within });
	}
	return whole;
}

function joinTexts(before: string, piece: string, { name, within }: FieldContext): string {
	if (within === 'facts' || CONSTANT_FIELDS.has(name)) return piece;
	if (within !== 'delta') return joinGrowingText(before, piece, within);
	const isAgain = piece === before && piece.length >= MIN_REPETITION_LENGTH;
	const mayBeEqual = TEXT_FIELDS.has(name) || OPAQUE_FIELD.test(name);
	return isAgain && !mayBeEqual ? before : before + piece;
}

/** A text with the next one, which repeats it and says more where the answer comes as a message that grows, or as a whole behind its pieces. */
function joinGrowingText(before: string, piece: string, within: 'message' | 'whole'): string {
	const isWhole = within === 'whole';
	const repeats = piece.length > before.length || before.length >= MIN_REPETITION_LENGTH || isWhole;
	if (piece.startsWith(before) && repeats) return piece;
	return isWhole && isStartOrEndOf(before, piece) ? before : before + piece;
}

/** Whether a whole text is the beginning or the end of what came in pieces, as where thoughts or blanks were left out. */
function isStartOrEndOf(before: string, whole: string): boolean {
	const wholeText = whole.trim();
	return (
		wholeText !== '' &&
		[before.trimStart().startsWith(wholeText), before.trimEnd().endsWith(wholeText)].some(Boolean)
	);
}

function joinLists(before: unknown[], piece: unknown[], { name, within }: FieldContext): unknown[] {
	if (!TOKEN_LIST_FIELDS.test(name) && isRepetitionOf(before, piece)) return piece;
	const whole = ownedCopy(before);
	const { length } = before;
	const isOfTokens = TOKEN_LIST_FIELDS.test(name);
	const isNews = CITATION_LIST_FIELDS.test(name) ? newsAfter(whole) : () => true;
	for (const entry of piece.filter(isNews)) {
		const compared = isOfTokens ? [] : whole.slice(-MAX_COMPARED_ENTRIES);
		const found = compared.findLastIndex((had) => isSameEntry(had, entry));
		if (found < 0) {
			whole.push(entry);
			continue;
		}
		const place = whole.length - compared.length + found;
		// Those of one list are pieces, whatever the list is.
		const follow = within === 'facts' || place < length ? within : 'delta';
		whole[place] = joinValues(whole[place], entry, { name: '', within: follow });
	}
	return whole;
}

/** Entries that one with an index is compared with, the latest ones. */
const MAX_COMPARED_ENTRIES = 100;
/** Lists that were made here, which grow in place: to copy one for each piece takes the square of its length. */
const ownedLists = new WeakSet<unknown[]>();

function ownedCopy(list: unknown[]): unknown[] {
	if (ownedLists.has(list)) return list;
	const whole = [...list];
	ownedLists.add(whole);
	return whole;
}

/** The entries of lists of citations, as text. */
const entryTexts = new WeakMap<unknown[], Set<string>>();

/** Whether an entry is none that a list of citations has: an exact repeat stands once. */
function newsAfter(list: unknown[]): (entry: unknown) => boolean {
	const texts = entryTexts.get(list) ?? new Set(list.map((entry) => JSON.stringify(entry)));
	entryTexts.set(list, texts);
	return (entry) => {
		const text = JSON.stringify(entry);
		if (texts.has(text)) return false;
		texts.add(text);
		return true;
	};
}

/** Whether a list begins with all of another, as one does that is sent again and again while it grows. */
function isRepetitionOf(before: unknown[], piece: unknown[]): boolean {
	if (before.length === 0 || before.length > piece.length) return false;
	if (before.some((entry) => typeof entry === 'number')) return false;
	const isIndexed = before.some((entry) => isRecord(entry) && typeof entry.index === 'number');
	if (isIndexed) return false;
	return before.every((entry, place) => JSON.stringify(entry) === JSON.stringify(piece[place]));
}

/** Whether two entries are pieces of the same one: they have one index, and differ in neither type nor ID. */
function isSameEntry(one: unknown, other: unknown): boolean {
	if (!isRecord(one) || !isRecord(other)) return false;
	if (typeof one.index !== 'number' || one.index !== other.index) return false;
	return ['type', 'id'].every(
		(key) => isEmptyValue(one[key]) || isEmptyValue(other[key]) || one[key] === other[key],
	);
}

function isEmptyValue(value: unknown): boolean {
	if (value === undefined || value === null || value === '') return true;
	return Array.isArray(value) && value.length === 0;
}

/** A content with one more, where either has parts. */
function joinContents(
	before: unknown,
	content: unknown,
	within: Exclude<FollowMode, 'facts'>,
): unknown[] {
	const [had, textOfPiece] = [textOfContent(before), textOfContent(content)];
	const isWhole = within !== 'delta' && Array.isArray(content);
	if (isWhole && textOfPiece.startsWith(had)) return content;
	const isAgain =
		within !== 'delta' && textOfPiece !== '' && joinGrowingText(had, textOfPiece, 'whole') === had;
	return isAgain
		? contentPartsOf(before)
		: joinContentParts(contentPartsOf(before), contentPartsOf(content));
}

function contentPartsOf(content: unknown): unknown[] {
	if (Array.isArray(content)) return content;
	return content ? [{ type: 'text', text: content }] : [];
}

/** Parts of a content, the next one joined to the last where both are pieces of the same text. */
function joinContentParts(before: unknown[], pieces: unknown[]): unknown[] {
	const whole = ownedCopy(before);
	for (const piece of pieces) {
		const last = whole.at(-1);
		const goesOn =
			isRecord(last) && isRecord(piece) && isJoinableText(last) && last.type === piece.type;
		if (goesOn) whole[whole.length - 1] = continuePart(last, piece);
		else whole.push(piece);
	}
	return whole;
}

function isJoinableText({ type, index }: Json): boolean {
	return (type === 'text' || type === 'thinking' || type === 'reasoning') && index === undefined;
}

function continuePart(last: Json, piece: Json): Json {
	const whole = joinRecords(last, piece, { name: '', within: 'delta' });
	for (const [key, value] of Object.entries(piece)) {
		const own = last[key];
		if (Array.isArray(own) && Array.isArray(value)) whole[key] = joinContentParts(own, value);
	}
	return whole;
}
