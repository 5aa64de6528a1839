import { COMPOSED, SET_BY_NODE, STAYS_HERE } from './composed';
import { type Covered, filledFields, OFFERED } from './covered';
import { LEFT_OUT_FIELDS } from './leftOut';
import { routeOf, WIRE_ROUTES, type WireRoute } from './route';

/** Everything that is not covered, or is in a table without need, as sentences. */
export function gapsOf(covered: Covered[]): string[] {
	return [
		...OFFERED.filter((operation) => !routeOf(operation)).map(
			({ node, name }) =>
				`${node} > ${name} calls what the local service does not know: add it to test/service/schemas/catalogue.ts`,
		),
		...WIRE_ROUTES.flatMap((route) => routeGaps(route, covered)),
		...covered.flatMap(operationGaps),
		...idleEntries(covered),
	];
}

function routeGaps(route: WireRoute, covered: Covered[]): string[] {
	const callers = covered.filter((entry) => entry.route === route);
	if (callers.length === 0) return [`No node calls ${route.name}`];
	const sent = callers.flatMap(filledFields);
	const leftOut = LEFT_OUT_FIELDS[route.name] ?? {};
	return [
		...route.fields
			.filter((field) => !sent.includes(field) && !(field in leftOut))
			.map(
				(field) =>
					`${route.name}: no parameter sends ${field} (or test/coverage/leftOut.ts says why)`,
			),
		...Object.keys(leftOut)
			.filter((field) => sent.includes(field) || !route.fields.includes(field))
			.map(
				(field) => `${route.name}: ${field} is in test/coverage/leftOut.ts, but is sent or unknown`,
			),
	];
}

function operationGaps({ operation, title, route, senders, fixed, runs }: Covered): string[] {
	const labels = senders.map(({ label }) => label);
	return [
		...(runs.length === 0
			? [`${title} is never run: add a run that sets every parameter to test/coverage/runs`]
			: []),
		...operation.fields
			.filter(({ label }) => !labels.includes(label) && !(label in STAYS_HERE))
			.map(
				({ label }) =>
					`${title}: nothing says where ${label} goes (COMPOSED or STAYS_HERE in test/coverage/composed.ts)`,
			),
		...senders.flatMap(({ label, places, seen }) =>
			places.flatMap((place) => {
				if (!route.fields.includes(place))
					return [
						`${title}: ${label} sends ${place}, which the schema of the local service lacks (test/service/schemas)`,
					];
				const proofs = seen.get(place) ?? [];
				return proofs.length > 0
					? []
					: [`${title}: no run in test/coverage/runs sent ${label} as ${place}`];
			}),
		),
		...[...fixed.keys()]
			.filter((place) => !runs.some((run) => run.places.has(place)))
			.map((place) => `${title}: no run in test/coverage/runs sent ${place}`),
	];
}

/** Entries of the tables that speak of nothing that exists. */
function idleEntries(covered: Covered[]): string[] {
	const shown = new Map(
		covered.map(({ title, operation }) => [title, operation.fields.map(({ label }) => label)]),
	);
	const anywhere = new Set([...shown.values()].flat());
	const routes = WIRE_ROUTES.map(({ name }) => name);
	return [
		...Object.entries(COMPOSED).flatMap(([title, table]) =>
			Object.keys(table)
				.filter((label) => shown.get(title)?.includes(label) !== true)
				.map(
					(label) => `COMPOSED in test/coverage/composed.ts: ${title} has no parameter ${label}`,
				),
		),
		...Object.keys(STAYS_HERE)
			.filter((label) => !anywhere.has(label))
			.map(
				(label) =>
					`STAYS_HERE in test/coverage/composed.ts: no operation has the parameter ${label}`,
			),
		...Object.keys(SET_BY_NODE)
			.filter((title) => !shown.has(title))
			.map((title) => `SET_BY_NODE in test/coverage/composed.ts: there is no operation ${title}`),
		...Object.keys(LEFT_OUT_FIELDS)
			.filter((name) => !routes.includes(name))
			.map((name) => `test/coverage/leftOut.ts: there is no route ${name}`),
	];
}
