import { isRecord } from '../../../lib/core/record';
import { wireName } from '../../../lib/wire/body';
import { PREFIX } from '../withService';
import fields from './fields.json';

type Json = Record<string, unknown>;

/** What the next version of the interface may change in its answers. */
export type Kind =
	'a field more' | 'a new word' | 'an odd member' | 'without an option' | 'a label';

/** One change of the answers of one route. */
export interface Drift {
	route: string;
	kind: Kind;
	/** Where, such as `data.0.model_spec.privacy`; empty for the answer itself. */
	place: string;
	/** The name of the field or list there. */
	name: string;
	/** What is there from now on. */
	value?: unknown;
	/** What was there. */
	before?: unknown;
}

const MORE = [{ nested: { of: ['a', 'newer', 'version'] } }, null, 'newer', 7, ['newer'], false];
const WORDS = ['brand_new_word', 'NEWER', 'newer.word-2'];
const ODD = [null, 'newer', 7, ['newer'], { newer: true }, { id: 7, type: { newer: 1 } }];
const LABELS = ['application/vnd.newer+json', 'application/json; profile="newer"'];
/** Of a list the first two entries, and the last one. */
const ENTRIES = 2;

const ROUTES = Object.entries(fields as Record<string, { words: string[]; optional: string[] }>);

/** The route of the interface description that a request went to; the path alone where it is not described. */
export function routeOf(method: string, path: string): string {
	const bare = path.replace(/^\/api\/v1(?=\/)/, '');
	const found = ROUTES.find(([name]) => {
		const [itsMethod, itsPath = ''] = name.split(' ');
		return itsMethod === method && matches(itsPath.split('/'), bare.split('/'));
	});
	return found?.[0] ?? `${method} ${bare}`;
}

function matches(pattern: string[], path: string[]): boolean {
	return (
		pattern.length === path.length &&
		pattern.every((part, index) => part.startsWith(':') || part === path[index])
	);
}

/** Every change that a later version may make to an answer. */
export function driftsOf(route: string, body: unknown): Drift[] {
	const { words = [], optional = [] } = ROUTES.find(([name]) => name === route)?.[1] ?? {};
	const isIn = (patterns: string[], path: string[]) =>
		patterns.some((pattern) => fits(pattern, path));
	const all: Drift[] = LABELS.map((value) => ({
		route,
		kind: 'a label',
		place: '',
		name: '',
		value,
	}));
	for (const { path, value } of placesIn(body)) {
		const at = {
			route,
			place: path.join('.'),
			name: path.findLast((step) => !/^\d+$/.test(step)) ?? '',
		};
		if (isRecord(value)) {
			for (const more of MORE) all.push({ ...at, kind: 'a field more', value: more });
		}
		if (Array.isArray(value)) {
			for (const odd of ODD)
				all.push({ ...at, kind: 'an odd member', value: odd, before: value.length });
		}
		if (typeof value === 'string' && isIn(words, path)) {
			for (const word of WORDS) all.push({ ...at, kind: 'a new word', value: word, before: value });
		}
		if (isIn(optional, path)) all.push({ ...at, kind: 'without an option', before: value });
	}
	return all;
}

/** Whether a path, such as `data.0.id`, is meant by a pattern such as `data[].id`; a star stands for any name. */
function fits(pattern: string, path: string[]): boolean {
	const steps = pattern.replace(/\[\]/g, '.#').split('.');
	return (
		steps.length === path.length &&
		steps.every((step, index) => {
			const here = path[index] ?? '';
			return step === '#' ? /^\d+$/.test(here) : step === '*' || wireName(step, PREFIX) === here;
		})
	);
}

function placesIn(value: unknown, path: string[] = []): Array<{ path: string[]; value: unknown }> {
	if (typeof value !== 'object' || value === null) return [{ path, value }];
	const keys = Object.keys(value);
	const some = Array.isArray(value)
		? keys.filter((_, index) => index < ENTRIES || index === keys.length - 1)
		: keys;
	return [
		{ path, value },
		...some.flatMap((key) => placesIn((value as Json)[key], [...path, key])),
	];
}

/** The body as a later version would send it; the same where the place is not in it. */
export function drifted(body: unknown, { kind, place, value, before }: Drift): unknown {
	const copy: unknown = structuredClone(body);
	const path = place === '' ? [] : place.split('.');
	const holder = path.slice(0, -1).reduce<unknown>(stepInto, copy);
	const here = path.reduce<unknown>(stepInto, copy);
	const key = path.at(-1) ?? '';
	if (kind === 'a field more' && isRecord(here)) here.newer_field = value;
	if (kind === 'an odd member' && Array.isArray(here)) here.push(value);
	if (kind === 'a new word' && here === before) put(holder, key, value);
	if (kind === 'without an option' && isRecord(holder)) delete holder[key];
	return copy;
}

function stepInto(value: unknown, step: string): unknown {
	return typeof value === 'object' && value !== null ? (value as Json)[step] : undefined;
}

function put(holder: unknown, key: string, value: unknown): void {
	if (typeof holder === 'object' && holder !== null) (holder as Json)[key] = value;
}
