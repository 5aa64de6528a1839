import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { isRecord } from '../core/record';
import { cut } from '../core/cut';

/** About 1,000 tokens: what a list may take of a model's context unless the user allows more. */
export const DEFAULT_AGENT_CHARACTERS = 4000;

/** The longest text inside a record of a list; a text that is the answer itself is never cut. */
const MAX_TEXT_CHARACTERS = 300;
/** A longer list of numbers is a vector, which no model can read. */
const MAX_LISTED_NUMBERS = 50;
const NOTE_CHARACTERS = 260;

/**
 * The items of a tool run, as JSON of at most about `maxCharacters` characters where they are a list: long texts inside records are cut, with a
 * note, then items are dropped, and one more item says how many and how to get them. A single item keeps its texts, and only
 * its lists are shortened. What is left is whole JSON.
 */
export function shortenItems(
	items: INodeExecutionData[],
	maxCharacters: number,
): INodeExecutionData[] {
	if (jsonLengthOf(items) <= maxCharacters) return items;
	if (items.length === 1)
		return items.map((item) => ({ ...item, json: shortenLists(item.json, maxCharacters) }));
	const withCutTexts = items.map((item) => ({ ...item, json: cutTexts(item.json) as IDataObject }));
	if (jsonLengthOf(withCutTexts) <= maxCharacters) return withCutTexts;
	const fitting = howManyFit(
		withCutTexts.map(({ json }) => json),
		maxCharacters - NOTE_CHARACTERS,
	);
	const leftOut = items.length - fitting;
	const note = `Only ${fitting} of ${items.length} results are shown, to save context. To get the others, narrow the search or the filters, ask for fewer at a time with an offset, or get a single one by its ID.`;
	return [...withCutTexts.slice(0, fitting), { ...withCutTexts[0], json: { leftOut, note } }];
}

function jsonLengthOf(items: INodeExecutionData[]): number {
	return JSON.stringify(items.map(({ json }) => json)).length;
}

/** How many entries of a list fit, one at least. */
function howManyFit(entries: unknown[], maxCharacters: number): number {
	let size = 2;
	const tooMany = entries.findIndex((entry) => {
		size += (JSON.stringify(entry) ?? 'null').length + 1;
		return size > maxCharacters;
	});
	return tooMany < 0 ? entries.length : Math.max(1, tooMany);
}

/** The record with its lists shortened, the longest first, until it fits or none is left; `shortened` names them. */
function shortenLists(json: IDataObject, maxCharacters: number): IDataObject {
	const record: IDataObject = { ...json };
	const shortenedLists: string[] = [];
	const lists = Object.entries(record)
		.filter((entry): entry is [string, IDataObject[]] => Array.isArray(entry[1]))
		.sort(([, one], [, other]) => JSON.stringify(other).length - JSON.stringify(one).length);
	for (const [name, list] of lists) {
		const others = JSON.stringify(record).length - JSON.stringify(list).length;
		if (others + JSON.stringify(list).length <= maxCharacters) break;
		const brief = list.map(cutTexts);
		const kept = isVector(list) ? 0 : howManyFit(brief, maxCharacters - others - NOTE_CHARACTERS);
		record[name] = brief.slice(0, kept) as IDataObject[];
		if (kept < list.length) shortenedLists.push(`${kept} of ${list.length} entries of ${name}`);
	}
	if (shortenedLists.length === 0) return record;
	return { ...record, shortened: `Only ${shortenedLists.join(', ')} are shown, to save context.` };
}

/** The value with its long texts cut, and its vectors left out. */
function cutTexts(value: unknown): unknown {
	if (typeof value === 'string') {
		if (value.length <= MAX_TEXT_CHARACTERS) return value;
		const { text } = cut(value, MAX_TEXT_CHARACTERS);
		return `${text}... [${value.length - text.length} more characters]`;
	}
	if (Array.isArray(value)) {
		return isVector(value) ? `[${value.length} numbers left out]` : value.map(cutTexts);
	}
	if (!isRecord(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cutTexts(inner)]));
}

function isVector(list: unknown[]): boolean {
	return list.length > MAX_LISTED_NUMBERS && list.every((entry) => typeof entry === 'number');
}
