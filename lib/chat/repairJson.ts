import { parseJson } from '../core/decodeBody';

/** What was done to a text before it was JSON, in words for the output. */
export type Repair = 'thoughts' | 'code fence' | 'text around' | 'trailing commas' | 'end brackets';

/** JSON that was found in a text, and what had to be done for it; nothing for a text that is JSON. */
export interface FoundJson {
	json: string;
	repairs: Repair[];
}

/**
 * All JSON objects and lists that a model's text holds, none of them inside another one; the text as it is where it is JSON. Only what is certain
 * is repaired: with `isWhole`, brackets may be added at the end, as the model said that nothing more comes.
 */
export function foundJson(text: string, isWhole: boolean): FoundJson[] {
	if (isJson(text)) return [{ json: text, repairs: [] }];
	const spoken = withoutThoughts(text);
	const thoughts: Repair[] = spoken === text ? [] : ['thoughts'];
	if (isJson(spoken)) return [{ json: spoken, repairs: thoughts }];
	const found: FoundJson[] = [];
	for (let start = beginning(spoken, 0); start >= 0;) {
		const part = partAt(spoken, start);
		const json = [part.json, part.mended].find(isJson);
		const isUsable = json !== undefined && (part.isClosed || isWhole);
		// What is inside of broken JSON is only a part of the answer.
		if (!isUsable && (!part.isClosed || MEANT.test(part.json))) return [];
		if (isUsable) {
			const around = aroundOf(spoken.slice(0, start), spoken.slice(part.end));
			const commas: Repair[] = json === part.json ? [] : ['trailing commas'];
			const brackets: Repair[] = part.isClosed ? [] : ['end brackets'];
			found.push({ json, repairs: [...thoughts, ...around, ...commas, ...brackets] });
		}
		start = beginning(spoken, part.end);
	}
	return found;
}

/** Where the next object or list may begin; -1 where none does. */
function beginning(text: string, from: number): number {
	const next = text.slice(from).search(BEGINNING);
	return next < 0 ? -1 : from + next;
}

/** The beginning of JSON, not of a remark in brackets. */
const MEANT = /^(?:\{\s*["']|\[\s*["'[{])/;
const BEGINNING = /[[{]/;

function isJson(text: string): boolean {
	try {
		parseJson(text);
		return true;
	} catch {
		return false;
	}
}

/** What follows the thoughts of a model that thinks aloud; some send the end of them only. */
function withoutThoughts(text: string): string {
	const end = /^\s*<(think|thinking|thought|reasoning)>/i.exec(text);
	const ends = [...text.matchAll(/<\/(think|thinking|thought|reasoning)>/gi)];
	const [first] = ends;
	if (first !== undefined) {
		const isThought = end !== null || !BEGINNING.test(text.slice(0, first.index));
		return isThought ? text.slice(first.index + first[0].length) : text;
	}
	return end === null ? text : '';
}

/** What stands around JSON: a fence of Markdown alone, or more. */
function aroundOf(before: string, after: string): Repair[] {
	const opened = before.replace(/(?:```|~~~)\s*\w*\s*$/, '');
	const closed = after.replace(/^\s*(?:```|~~~)/, '');
	const isFenced = opened !== before || closed !== after;
	const hasMore = `${opened}${closed}`.trim() !== '';
	return [
		...(isFenced ? ['code fence' as const] : []),
		...(hasMore ? ['text around' as const] : []),
	];
}

interface Part {
	/** With its brackets closed. */
	json: string;
	/** The same without commas before an end bracket. */
	mended: string;
	/** Whether it came with all of them. */
	isClosed: boolean;
	end: number;
}

/** The tokens of JSON that matter to its brackets: texts, brackets, commas before an end bracket. */
const TOKEN = /"(?:[^"\\]|\\.)*"|"|[[\]{}]|,(?=\s*[\]}])/gs;

/** The object or list that begins at a bracket, up to the end bracket that belongs to it. */
function partAt(text: string, start: number): Part {
	const open: string[] = [];
	let [mended, from] = ['', start];
	for (const { 0: token, index } of text.slice(start).matchAll(TOKEN)) {
		const at = start + index;
		if (token === '{') open.push('}');
		else if (token === '[') open.push(']');
		else if (token === ',') {
			mended += text.slice(from, at);
			from = at + 1;
		} else if (token === '"') break;
		else if (token === '}' || token === ']') {
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
	const rest = text.slice(from).replace(/\s*(?:```|~~~)\s*$/, '');
	// A number may go on, and a list that has only begun.
	const ends = /[\d.+[{-]$/.test(rest.trimEnd()) ? '' : open.reverse().join('');
	const json = text.slice(start, from) + rest + ends;
	return { json, mended: mended + rest + ends, isClosed: false, end: text.length };
}
