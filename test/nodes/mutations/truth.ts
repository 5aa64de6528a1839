import type { INodeExecutionData } from 'n8n-workflow';
import { isRecord } from '../../../lib/core/record';
import type { Outcome } from './cases';
import type { Rule } from './disguise';

type Leaves = Map<string, unknown>;

/** What comes of one input when nothing is changed: the leaves of its items, those alone that are the same each time. */
export type Truth = Leaves | undefined;

/** The truth of an input, from its outcomes in several runs that nothing changed; undefined where it failed in one of them. */
export function truthOf(runs: Outcome[][]): Truth {
	if (runs.some((outcomes) => outcomes.some((one) => one instanceof Error))) return undefined;
	const [first, ...others] = runs.map((outcomes) => leavesOf(outcomes));
	if (first === undefined) return undefined;
	const isStable = ([path, value]: [string, unknown]) =>
		others.every((other) => Object.is(other.get(path), value));
	return new Map([...first].filter(isStable));
}

/**
 * What an input's items say wrong without a word: values that are not the truth's, and missing ones. An error is a word, and so is a null
 * or missing value where one could not be read, an estimate, or a note beside it.
 */
export function quietlyWrong(truth: Truth, outcomes: Outcome[], rule: Rule): string[] {
	if (truth === undefined || outcomes.some((one) => one instanceof Error)) return [];
	const items = outcomes as INodeExecutionData[];
	const found = leavesOf(items);
	const isNew = ([path, now]: [string, unknown]) =>
		MARKS.test(`${path}: ${String(now)}`) && truth.get(path) !== now;
	if (items.some(isNoted) || [...found].some(isNew)) return [];
	// In a list of names and amounts, a field that nobody knows is one more name.
	const named = [...found].flatMap(([path, name]) =>
		name === 'toString' ? [path.replace(/\d+\.name$/, '')] : [],
	);
	const isEstimated = items.some(({ json }) => isMarked(json));
	// A list gives the currency as it came, and its entry an ID of its own.
	const isSmall = [...truth].some(
		([path, value]) => /\.currency$/.test(path) && isSameCurrency(found.get(path), value),
	);
	return [...truth].flatMap(([path, value]) => {
		const now = found.get(path);
		if (Object.is(now, value) || named.some((list) => path.startsWith(list))) return [];
		if (/\.currency$/.test(path) && isSameCurrency(now, value)) return [];
		if (isSmall && /^\[\d+\]\.id$/.test(path)) return [];
		// It was sent again because the first answer could not be read.
		if (path.endsWith('.replayed')) return [];
		// How a payment was confirmed, where its answer could not be read.
		if (path.endsWith('.confirmedBy')) return [];
		if (isEstimated && /(^|\.)(cost|costUnknown)\b/.test(path)) return [];
		const isGone = now === undefined || now === null;
		if (rule === 'unreadable' && (isGone || now === String(value))) return [];
		return [`${path} is ${JSON.stringify(now) ?? 'missing'} in place of ${JSON.stringify(value)}`];
	});
}

/** Whether an item says itself that something of its answer was not read. */
export function isNoted({ json }: INodeExecutionData): boolean {
	return json.reused === true || json.complete === false || NOTES.some((name) => name in json);
}

const NOTES = [
	'mediaDeletionProblem',
	...['unreadNumbers', 'unreadTimes', 'unreadImages', 'unread'],
	...['noSegmentsBecause', 'noSubtitlesBecause'],
];

/** What says that an answer is not to be relied on. */
export const MARKS = /\.(unsure: true|verified: false|passed: false)$/;

function isSameCurrency(now: unknown, value: unknown): boolean {
	return now !== value && String(now).toUpperCase() === value;
}

function isMarked({ cost, costUnknown }: Record<string, unknown>): boolean {
	return costUnknown !== undefined || (isRecord(cost) && cost.estimated === true);
}

export function leavesOf(outcomes: Outcome[]): Leaves {
	const leaves: Leaves = new Map([['items', outcomes.length]]);
	outcomes.forEach((one, index) => {
		if (!(one instanceof Error)) addLeaves(leaves, `[${index}]`, one.json);
	});
	return leaves;
}

function addLeaves(leaves: Leaves, path: string, value: unknown): void {
	if (typeof value !== 'object' || value === null) {
		leaves.set(path, value);
		return;
	}
	for (const [name, inner] of Object.entries(value)) addLeaves(leaves, `${path}.${name}`, inner);
	// Other entries than the truth has are wrong too.
	if (Array.isArray(value)) leaves.set(`${path}.length`, value.length);
}
