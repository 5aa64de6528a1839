import { type OperationName, REQUESTS, type RequestPart } from '../service/schemas/catalogue';
import { wireFields } from '../service/schemas/wireFields';

/** One operation of the interface, and every field that a request of it may have. */
export interface WireRoute {
	name: string;
	method: string;
	path: string;
	/** Fields with their place: `body:prompt`, `form:image`, `query:type`, `path:slug`, `header:idempotency-key`. */
	fields: string[];
}

const fieldsOf = (name: OperationName): string[] => {
	const parts: RequestPart[] = REQUESTS[name];
	return parts.flatMap((part) => wireFields(part.schema).map((field) => `${part.in}:${field}`));
};

export const WIRE_ROUTES: WireRoute[] = Object.keys(REQUESTS).map((name) => {
	const [method = '', path = ''] = name.split(' ');
	return { name, method, path, fields: [...new Set(fieldsOf(name as OperationName))] };
});

/** The route that a node's method and address with `{name}` lead to. */
export function routeOf({ method, url }: { method: string; url: string }): WireRoute | undefined {
	const shape = url.replace(/\{\w+\}/g, ':');
	return WIRE_ROUTES.find(
		(route) => route.method === method && route.path.replace(/:\w+/g, ':') === shape,
	);
}

/** What the service calls a value of the path that the node calls otherwise. */
export function pathNames(route: WireRoute, url: string): Map<string, string> {
	const ours = [...url.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
	const theirs = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
	return new Map(ours.map((name, index) => [name, theirs[index] ?? name]));
}

/** Whether one field lies inside another: `a.b` and `a[].b` in `a`. */
export function isInside(inner: string, outer: string): boolean {
	return inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`);
}

/** A place taken apart: how the field travels, and what it is called. */
export function splitPlace(place: string): { way: string; name: string } {
	const at = place.indexOf(':');
	return { way: place.slice(0, at), name: place.slice(at + 1) };
}
