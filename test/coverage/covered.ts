import { REGISTERED } from '../nodes/registered';
import { SET_BY_NODE } from './composed';
import type { Sighting } from './fullRun';
import { ELSEWHERE } from './leftOut';
import { type Sender, sendersOf } from './ledger';
import { type PanelOperation, panelOperations } from './panel';
import { isInside, routeOf, type WireRoute } from './route';

/** An operation of a node with the route it calls, what fills the request, and the runs that were made. */
export interface Covered {
	operation: PanelOperation;
	/** `Inference Web > Search` */
	title: string;
	route: WireRoute;
	senders: Sender[];
	/** What the node fills by itself, in words. */
	fixed: Map<string, string>;
	runs: Sighting[];
}

/** The operations that this page is about. */
export const OFFERED: PanelOperation[] = REGISTERED.flatMap(({ create }) =>
	panelOperations(create()),
).filter(({ node }) => !(node in ELSEWHERE));

/** Every operation whose route the local service knows, with what was seen of it. */
export function coveredBy(sightings: Sighting[]): Covered[] {
	return OFFERED.flatMap((operation) => {
		const route = routeOf(operation);
		if (!route) return [];
		const title = `${operation.node} > ${operation.name}`;
		const runs = sightings.filter(
			({ node, operation: name }) => node === operation.node && name === operation.name,
		);
		const senders = sendersOf(operation, route, runs);
		const fixed = new Map(Object.entries(SET_BY_NODE[title] ?? {}));
		return [{ operation, title, route, senders, fixed, runs }];
	});
}

/** The fields that an operation fills, and the objects around these. */
export function filledFields({ route, senders, fixed }: Covered): string[] {
	const own = [...senders.flatMap(({ places }) => places), ...fixed.keys()];
	return route.fields.filter((field) =>
		own.some((place) => place === field || isInside(place, field)),
	);
}
