import { parseJson } from '../core/decodeBody';
import { tokensOutsideStrings } from '../core/jsonTokens';

/** What was done to a text before it was JSON, in words for the output. */
export type Repair = 'thoughts' | 'code fence' | 'text around' | 'trailing commas' | 'end brackets';

/** JSON that was found in a text, and what had to be done for it; nothing for a text that is JSON. */
export interface FoundJson {
	json: string;
	repairs: Repair[];
}

/** Of more pieces, none is the answer. */
export const MAX_PIECES = 100;

/**
 * The JSON objects and lists, up to one more than `MAX_PIECES`, that a model's text holds, none of them inside another one; the text as it is where it is JSON. Only what is certain
 * is repaired: with `isWhole`, brackets may be added at the end, as the model said that nothing more comes.
 */
export function findJson(text: string, isWhole: boolean): FoundJson[] {
	if (isJson(text)) return [{ json: text, repairs: [] }];
	const withoutReasoning = textAfterThoughts(text);
	const thoughts: Repair[] = withoutReasoning === text ? [] : ['thoughts'];
	if (isJson(withoutReasoning)) return [{ json: withoutReasoning, repairs: thoughts }];
	const found: FoundJson[] = [];
	for (let start = nextBeginning(withoutReasoning, 0); start >= 0 && found.length <= MAX_PIECES;) {
		const piece = jsonPieceAt(withoutReasoning, start);
		const json = [piece.json, piece.mended].find(isJson);
		const isUsable = json !== undefined && (piece.isClosed || isWhole);
		// What is inside of broken JSON is only a part of the answer.
		if (!isUsable && (!piece.isClosed || JSON_BEGINNING.test(piece.json))) return [];
		if (isUsable) {
			const around = surroundingRepairs(
				withoutReasoning.slice(0, start),
				withoutReasoning.slice(piece.end),
			);
			const commas: Repair[] = json === piece.json ? [] : ['trailing commas'];
			const brackets: Repair[] = piece.isClosed ? [] : ['end brackets'];
			found.push({ json, repairs: [...thoughts, ...around, ...commas, ...brackets] });
		}
		start = nextBeginning(withoutReasoning, piece.end);
	}
	return found;
}

/** Where the next object or list may begin; -1 where none does. */
function nextBeginning(text: string, from: number): number {
	const next = text.slice(from).search(BRACKET);
	return next < 0 ? -1 : from + next;
}

/** The beginning of JSON, not of a remark in brackets. */
const JSON_BEGINNING = /^(?:\{\s*["']|\[\s*["'[{])/;
const BRACKET = /[[{]/;

function isJson(text: string): boolean {
	try {
		parseJson(text);
		return true;
	} catch {
		return false;
	}
}

/** What follows the thoughts of a model that thinks aloud; some send the end of them only. */
function textAfterThoughts(text: string): string {
	const end = /^\s*<(think|thinking|thought|reasoning)>/i.exec(text);
	const ends = [...text.matchAll(/<\/(think|thinking|thought|reasoning)>/gi)];
	const [first] = ends;
	if (first !== undefined) {
		const isThought = end !== null || !BRACKET.test(text.slice(0, first.index));
		return isThought ? text.slice(first.index + first[0].length) : text;
	}
	return end === null ? text : '';
}

/** What stands around JSON: a fence of Markdown alone, or more. */
function surroundingRepairs(before: string, after: string): Repair[] {
	const head = before.trimEnd();
	const opened = head.replace(/(?:```|~~~)\s*\w*$/, '');
	const closed = after.replace(/^\s*(?:```|~~~)/, '');
	const isFenced = opened !== head || closed !== after;
	const hasMore = `${opened}${closed}`.trim() !== '';
	return [
		...(isFenced ? ['code fence' as const] : []),
		...(hasMore ? ['text around' as const] : []),
	];
}

interface JsonPiece {
	/** With its brackets closed. */
	json: string;
	/** The same without commas before an end bracket. */
	mended: string;
	/** Whether it came with all of them. */
	isClosed: boolean;
	end: number;
}

/** What matters to the brackets of JSON: these, and commas before an end bracket. */
const BRACKET_TOKEN = /"|[[\]{}]|,(?=\s*[\]}])/g;

/** The object or list that begins at a bracket, up to the end bracket that belongs to it. */
function jsonPieceAt(text: string, start: number): JsonPiece {
	const open: string[] = [];
	let [mended, from] = ['', start];
	for (const { token, index: at } of tokensOutsideStrings(text, BRACKET_TOKEN, start)) {
		if (token === '{') open.push('}');
		else if (token === '[') open.push(']');
		else if (token === ',') {
			mended += text.slice(from, at);
			from = at + 1;
		} else if (token === '}' || token === ']') {
			if (open.pop() !== token) break;
			if (open.length > 0) continue;
			const end = at + 1;
			return {
				json: text.slice(start, end),
				mended: mended + text.slice(from, end),
				isClosed: true,
				end,
			};
		}
	}
	const remainingText = text
		.slice(from)
		.trimEnd()
		.replace(/(?:```|~~~)$/, '')
		.trimEnd();
	// A number may go on, and a list that has only begun.
	const ends = /[\d.+[{-]$/.test(remainingText) ? '' : open.reverse().join('');
	const json = text.slice(start, from) + remainingText + ends;
	return { json, mended: mended + remainingText + ends, isClosed: false, end: text.length };
}
