import { isDeepStrictEqual } from 'node:util';
import { PATH_KEY } from '../../lib/fields/routing';
import type { WireRule } from '../../lib/fields/rules';
import { isRecord } from '../../lib/core/record';
import { COMPOSED, STAYS_HERE } from './composed';
import type { Sighting } from './fullRun';
import type { PanelField, PanelOperation } from './panel';
import { isInside, pathNames, splitPlace, type WireRoute } from './route';

/** A parameter and the fields of the wire that it fills. */
export interface Sender {
	label: string;
	/** What the parameter itself fills, without the objects around that. */
	places: string[];
	/** The runs that saw each place with this parameter set. */
	seen: Map<string, string[]>;
}

const titleOf = ({ node, name }: PanelOperation) => `${node} > ${name}`;

/** The parameters of an operation of which nothing says where they go. */
export const unexplained = (operation: PanelOperation): string[] =>
	operation.fields
		.filter(({ rule, label }) => rule === undefined && !(label in STAYS_HERE))
		.map(({ label }) => label)
		.filter((label) => !(label in (COMPOSED[titleOf(operation)] ?? {})));

/** The parameters of an operation that go to the wire, each with the runs that prove it. */
export function sendersOf(operation: PanelOperation, route: WireRoute, runs: Sighting[]): Sender[] {
	return operation.fields.flatMap((field) => {
		const places = placesOf(field, operation, route);
		if (places.length === 0) return [];
		const seen = new Map(
			places.map((place) => [
				place,
				runs.filter((run) => saw(run, field, place)).map(({ name }) => name),
			]),
		);
		return [{ label: field.label, places, seen }];
	});
}

/** The fields of the route that a parameter fills, those that hold them left out. */
function placesOf(field: PanelField, operation: PanelOperation, route: WireRoute): string[] {
	const composed = COMPOSED[titleOf(operation)]?.[field.label] ?? [];
	const named = composed.flatMap((place) =>
		place.endsWith('*') ? within(route, place.slice(0, -1)) : [place],
	);
	return [...new Set([...named, ...ruledPlaces(field, operation, route)])];
}

function ruledPlaces({ rule }: PanelField, { url }: PanelOperation, route: WireRoute): string[] {
	if (rule === undefined) return [];
	const [head, ...rest] = rule.path.split('.');
	if (head === PATH_KEY) {
		const name = rest.join('.');
		return [`path:${pathNames(route, url).get(name) ?? name}`];
	}
	const ways = rule.where === 'query' ? ['query'] : ['body', 'form'];
	const places = ways.map((way) => `${way}:${rule.path}`);
	const known = places.filter((place) => route.fields.includes(place));
	const claimed = known.length > 0 ? known : places.slice(0, 1);
	return rule.kind === 'json' ? claimed.flatMap((place) => within(route, place)) : claimed;
}

function within({ fields }: WireRoute, place: string): string[] {
	return [place, ...fields.filter((field) => isInside(field, place))];
}

/** Whether a run had the parameter set and its value, where there is a rule for it, in that place. */
function saw({ parameters, places }: Sighting, { path, rule }: PanelField, place: string): boolean {
	const [given] = valuesAt(parameters, path.split('.'));
	const sent = places.get(place);
	if (given === undefined || sent === undefined) return false;
	const { way, name } = splitPlace(place);
	const exact = rule !== undefined && (name === rule.path || way === 'path');
	if (!exact) return true;
	const value = isRecord(given) && 'mode' in given ? given.value : given;
	return sent.some((found) => isSame(rule.kind, value, found));
}

/** Whether the wire has what was given; read here by other means than those under test. */
function isSame(kind: WireRule['kind'], given: unknown, found: unknown): boolean {
	switch (kind) {
		case 'json':
			return isDeepStrictEqual(JSON.parse(String(given)), found);
		case 'time':
			return Date.parse(String(given)) === Date.parse(String(found));
		case 'date':
			return String(given).split('T')[0] === found;
		default:
			return String(given) === String(found);
	}
}

function valuesAt(value: unknown, [step, ...rest]: string[]): unknown[] {
	if (step === undefined) return [value];
	if (Array.isArray(value)) return value.flatMap((entry) => valuesAt(entry, [step, ...rest]));
	return isRecord(value) && step in value ? valuesAt(value[step], rest) : [];
}
