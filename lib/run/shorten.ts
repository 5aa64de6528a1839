import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { isRecord } from '../core/record';
import { cut } from '../core/cut';

/** About 1,000 tokens: what a list may take of a model's context unless the user allows more. */
export const USUAL_CHARACTERS = 4000;

/** The longest text inside a record of a list; a text that is the answer itself is never cut. */
const LONGEST_TEXT = 300;
/** A longer list of numbers is a vector, which no model can read. */
const LONGEST_NUMBERS = 50;
const NOTE_CHARACTERS = 260;

/**
 * The items of a tool run, as JSON of at most about `most` characters where they are a list: long texts inside records are cut, with a
 * note, then items are dropped, and one more item says how many and how to get them. A single item keeps its texts, and only
 * its lists are shortened. What is left is whole JSON.
 */
export function shortened(items: INodeExecutionData[], most: number): INodeExecutionData[] {
	if (sizeOf(items) <= most) return items;
	if (items.length === 1)
		return items.map((item) => ({ ...item, json: shortRecord(item.json, most) }));
	const brief = items.map((item) => ({ ...item, json: cutTexts(item.json) as IDataObject }));
	if (sizeOf(brief) <= most) return brief;
	const fitting = howManyFit(
		brief.map(({ json }) => json),
		most - NOTE_CHARACTERS,
	);
	const leftOut = items.length - fitting;
	const note = `Only ${fitting} of ${items.length} results are shown, to save context. To get the others, narrow the search or the filters, ask for fewer at a time with an offset, or get a single one by its ID.`;
	return [...brief.slice(0, fitting), { ...brief[0], json: { leftOut, note } }];
}

function sizeOf(items: INodeExecutionData[]): number {
	return JSON.stringify(items.map(({ json }) => json)).length;
}

/** How many entries of a list fit, one at least. */
function howManyFit(entries: unknown[], most: number): number {
	let size = 2;
	const tooMany = entries.findIndex((entry) => {
		size += (JSON.stringify(entry) ?? 'null').length + 1;
		return size > most;
	});
	return tooMany < 0 ? entries.length : Math.max(1, tooMany);
}

/** The record with its lists shortened, the longest first, until it fits or none is left; `shortened` names them. */
function shortRecord(json: IDataObject, most: number): IDataObject {
	const record: IDataObject = { ...json };
	const words: string[] = [];
	const lists = Object.entries(record)
		.filter((entry): entry is [string, IDataObject[]] => Array.isArray(entry[1]))
		.sort(([, one], [, other]) => JSON.stringify(other).length - JSON.stringify(one).length);
	for (const [name, list] of lists) {
		const others = JSON.stringify(record).length - JSON.stringify(list).length;
		if (others + JSON.stringify(list).length <= most) break;
		const brief = list.map(cutTexts);
		const kept = isVector(list) ? 0 : howManyFit(brief, most - others - NOTE_CHARACTERS);
		record[name] = brief.slice(0, kept) as IDataObject[];
		if (kept < list.length) words.push(`${kept} of ${list.length} entries of ${name}`);
	}
	if (words.length === 0) return record;
	return { ...record, shortened: `Only ${words.join(', ')} are shown, to save context.` };
}

/** The value with its long texts cut, and its vectors left out. */
function cutTexts(value: unknown): unknown {
	if (typeof value === 'string') {
		if (value.length <= LONGEST_TEXT) return value;
		const { text } = cut(value, LONGEST_TEXT);
		return `${text}... [${value.length - text.length} more characters]`;
	}
	if (Array.isArray(value)) {
		return isVector(value) ? `[${value.length} numbers left out]` : value.map(cutTexts);
	}
	if (!isRecord(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cutTexts(inner)]));
}

function isVector(list: unknown[]): boolean {
	return list.length > LONGEST_NUMBERS && list.every((entry) => typeof entry === 'number');
}
