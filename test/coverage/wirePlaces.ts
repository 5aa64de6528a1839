import { isRecord } from '../../lib/core/record';
import type { JournalEntry } from '../service/service';
import type { WireRoute } from './route';

/** What was found on the wire: values by their place, in the spelling of `WireRoute.fields`. */
export type WirePlaces = Map<string, unknown[]>;

/** Every field that the requests of one route had, and what was in it. */
export function wirePlaces(route: WireRoute, journal: readonly JournalEntry[]): WirePlaces {
	const places: WirePlaces = new Map();
	for (const entry of journal) {
		const match = pathMatch(route, entry);
		// What was refused proves nothing.
		if (match === null || entry.status >= 400) continue;
		const form = (entry.headers['content-type'] ?? '').startsWith('multipart/');
		for (const [name, value] of Object.entries(match.groups ?? {})) {
			note(places, `path:${name}`, decodeURIComponent(value));
		}
		walk(places, 'query:', entry.query);
		walk(places, 'header:', entry.headers);
		walk(places, form ? 'form:' : 'body:', entry.body);
		for (const { field, fileName } of entry.files) note(places, `form:${field}`, fileName);
	}
	return places;
}

/** The values in the path of a request of the route; null for a request of another one. */
export function pathMatch(
	route: WireRoute,
	{ method, path }: JournalEntry,
): RegExpExecArray | null {
	const pattern = new RegExp(`^${route.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
	return method === route.method ? pattern.exec(path) : null;
}

function walk(places: WirePlaces, place: string, value: unknown): void {
	if (Array.isArray(value)) {
		// A batch is a list of the same request.
		const inner = place.endsWith(':') ? place : `${place}[]`;
		for (const entry of value) walk(places, inner, entry);
		return;
	}
	if (!isRecord(value)) return;
	for (const [name, field] of Object.entries(value)) {
		const below = place.endsWith(':') ? `${place}${name}` : `${place}.${name}`;
		note(places, below, field);
		walk(places, below, field);
	}
}

function note(places: WirePlaces, place: string, value: unknown): void {
	places.set(place, [...(places.get(place) ?? []), value]);
}
