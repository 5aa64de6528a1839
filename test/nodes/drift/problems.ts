import type { INodeExecutionData } from 'n8n-workflow';
import { isRecord } from '../../../lib/core/record';
import type { Outcome } from '../mutations/cases';
import { isNoted, leavesOf, MARKS, type Truth } from '../mutations/truth';
import type { Drift } from './drifts';

/** What became of an answer of a later version: what is wrong, and whether it was refused in words. */
export interface Verdict {
	problems: string[];
	refused: boolean;
}

const FINE: Verdict = { problems: [], refused: false };

export function verdictOn(truth: Truth, outcomes: Outcome[], drift: Drift): Verdict {
	// What fails without a change says nothing.
	if (truth === undefined) return FINE;
	const errors = outcomes.flatMap((one) => (one instanceof Error ? [one] : []));
	if (errors.length > 0) {
		const wrong = errors.filter((error) => !mayRefuse(error, drift));
		return {
			problems: wrong.map(({ message }) => `fails: ${message}`),
			refused: wrong.length === 0,
		};
	}
	const items = outcomes as INodeExecutionData[];
	const found = leavesOf(items);
	const isNew = ([path, now]: [string, unknown]) =>
		MARKS.test(`${path}: ${String(now)}`) && truth.get(path) !== now;
	const isExplained = [...found.keys()].some((path) => /\.problem$/.test(path) && !truth.has(path));
	if (items.some(isNoted) || [...found].some(isNew) || isExplained) return FINE;
	const picker = lostChoices(truth, found, drift);
	if (picker !== undefined) return { problems: picker, refused: false };
	// Another currency is added up by itself.
	if (drift.name === 'currency' && JSON.stringify(items).includes(String(drift.value))) return FINE;
	const wrong = [...truth].flatMap(([path, value]) => {
		const now = found.get(path);
		if (Object.is(now, value) || follows(path, value, now, drift)) return [];
		if (now === undefined && hasReason(items, path)) return [];
		return [`${path} is ${JSON.stringify(now) ?? 'missing'} in place of ${JSON.stringify(value)}`];
	});
	return { problems: [...wrong.slice(0, 3), ...silentLoss(truth, found, drift)], refused: false };
}

/** What a new version may not change without a word: what proves an enclave, and what is added up or compared as money. */
const REFUSED: Array<[route: RegExp, kind: Drift['kind'], message: RegExp]> = [
	[/tee\/attestation/, 'an odd member', /could not be verified/],
	[/chat\/completions/, 'a field more', /not encrypted/],
	[/chat\/completions/, 'an odd member', /not encrypted/],
	[/usage-history/, 'an odd member', /cannot be read|not complete|invalid timestamp/],
	// The odd entry is on each page, and those after the last one have no other.
	[/characters|x402/, 'an odd member', /same page twice/],
	[/embeddings/, 'an odd member', /cannot be read|differ in length/],
	[/api_keys/, 'an odd member', /not complete/],
	[/chat\/completions/, 'without an option', /before it was complete/],
	[/crypto\/rpc/, 'without an option', /neither a result nor an error/],
	[/usage-history/, 'a new word', /in another currency/],
	// What is not there was what the node is for.
	[/chat\/completions/, 'without an option', /sent no answer/],
	[/api_keys/, 'without an option', /has no limit|without use/],
	[/decisions/, 'without an option', /not complete/],
	// The model says itself that it allows other values now.
	[/models/, 'a new word', /must be one of/],
];

function mayRefuse({ message }: Error, { route, kind }: Drift): boolean {
	return REFUSED.some(
		([itsRoute, itsKind, words]) => itsKind === kind && itsRoute.test(route) && words.test(message),
	);
}

/** The entries of a picker that are gone; undefined for what is no picker. Its labels follow what the service says. */
function lostChoices(
	truth: Map<string, unknown>,
	found: Map<string, unknown>,
	{ before, name }: Drift,
): string[] | undefined {
	const valuesIn = (leaves: Map<string, unknown>) =>
		[...leaves].flatMap(([path, value]) => (/\.results\.\d+\.value$/.test(path) ? [value] : []));
	if (![...truth.keys()].some((path) => /\.results\.length$/.test(path))) return undefined;
	// A model that no longer says so does not clone voices.
	if (name === 'voice_cloning') return [];
	const now = valuesIn(found);
	const gone = isRecord(before) || Array.isArray(before) ? JSON.stringify(before) : String(before);
	return valuesIn(truth)
		.filter((value) => !now.includes(value) && value !== '' && !gone.includes(String(value)))
		.map((value) => `the choice ${JSON.stringify(value)} is gone`);
}

/** Whether a value differs as it must when the answer does. */
function follows(path: string, value: unknown, now: unknown, drift: Drift): boolean {
	const { kind, value: newer, name, before, place } = drift;
	if (kind === 'a new word') return String(now).includes(String(newer));
	// One entry more, or one in each piece of a stream.
	if (kind === 'an odd member') {
		return (path === 'items' || path.endsWith('.length')) && Number(now) > Number(value);
	}
	// One name more.
	if (kind === 'a field more') {
		return (path === 'items' || path.endsWith('.length')) && now === Number(value) + 1;
	}
	if (kind !== 'without an option') return false;
	const isGone = now === undefined || now === null || now === false;
	if (isGone || path.includes(name) || typeof before === 'boolean') return true;
	// A list that came from it, and the price schedule that is left.
	if (path.endsWith('.length')) return Number(now) < Number(value);
	return /\.pricing\.\w+$/.test(place) && path.includes('.cost.');
}

/** Whether what is missing beside a path is explained. */
function hasReason(items: INodeExecutionData[], path: string): boolean {
	if (!/\.cost\./.test(path)) return false;
	return items.some(({ json }) => json.costUnknown !== undefined);
}

/** A list that an item shows, and that has not grown with that of the answer. */
function silentLoss(
	truth: Map<string, unknown>,
	found: Map<string, unknown>,
	{ kind, value, name, before }: Drift,
): string[] {
	if (kind !== 'an odd member' || Number(before) === 0 || value === null) return [];
	const lists = [...truth.keys()].filter((path) => path.endsWith(`.${name}.length`));
	const hasGrown = lists.some((path) => Number(found.get(path)) > Number(truth.get(path)));
	const kept = lists.filter((path) => truth.get(path) === before && found.get(path) === before);
	return hasGrown || kept.length === 0 ? [] : [`${kept[0]} lacks the new member without a word`];
}
