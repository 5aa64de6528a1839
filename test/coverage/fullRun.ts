import type { IDataObject, INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';
import { runPoll } from '../engine/runPoll';
import type { ServiceUnderTest } from '../nodes/withService';
import type { RateClass } from '../service/rateLimits';
import { routeOf } from './route';
import { panelOperations } from './panel';
import { pathMatch, wirePlaces, type WirePlaces } from './wirePlaces';

/** One run of an operation; all runs of an operation together use every parameter. */
export interface FullRun {
	/** Value of the Resource menu, where the node has one. */
	resource?: string;
	/** Value of the Operation menu; empty for a trigger. */
	operation: string;
	/** The name of its test. */
	name: string;
	parameters?: INodeParameters;
	items?: INodeExecutionData[];
	/** What its credential has beside the usual. */
	credential?: Record<string, unknown>;
	/** Makes what the run needs at the service, such as a queued job, and gives parameters for it. */
	prepare?: (world: ServiceUnderTest) => Promise<INodeParameters>;
}

export interface FullRuns {
	node: INodeType;
	runs: FullRun[];
}

/** A run that was made, and what it brought to the wire. */
export interface Sighting {
	node: string;
	operation: string;
	name: string;
	parameters: INodeParameters;
	places: WirePlaces;
	/** The limit of the service that the last request of its route was counted against, if it was. */
	countedAs?: RateClass;
	/** The JSON of the items that came out. */
	output: IDataObject[];
}

/** The parameters of a run with what was made for it; its options join those of the run. */
export function prepared(given: INodeParameters = {}, made: INodeParameters = {}): INodeParameters {
	const options = [given, made].map((one) => one.options as INodeParameters | undefined);
	const joined = { ...options[0], ...options[1] };
	return { ...given, ...made, ...(Object.keys(joined).length > 0 && { options: joined }) };
}

/** The same service for runs with another credential. */
function withCredential(world: ServiceUnderTest, data: Record<string, unknown>): ServiceUnderTest {
	const run: ServiceUnderTest['run'] = async (options) =>
		await world.run({ ...world.accessWith(data), ...options });
	return Object.create(world, { run: { value: run } }) as ServiceUnderTest;
}

/** Runs the node through the engine; throws what the node throws. */
export async function takeRun(
	usualWorld: ServiceUnderTest,
	node: INodeType,
	{ resource, operation, name, items, credential, prepare, ...run }: FullRun,
): Promise<Sighting> {
	const world = credential === undefined ? usualWorld : withCredential(usualWorld, credential);
	const panel = panelOperations(node).find(
		(one) => one.value === operation && one.resource === resource,
	);
	const route = panel && routeOf(panel);
	if (!route) throw new Error(`${operation} is no operation that the local service knows`);
	const parameters = prepared(run.parameters, await prepare?.(world));
	const before = world.service.journal.length;
	let made: INodeExecutionData[] = [];
	if (node.poll) {
		await runPoll({ ...world.access, node, parameters });
	} else {
		const result = await world.run({
			node,
			items,
			parameters: { ...parameters, ...(resource && { resource }), operation },
		});
		if (result.error) throw result.error;
		made = result.outputs[0] ?? [];
	}
	const sent = world.service.journal.slice(before);
	const places = wirePlaces(route, sent);
	const own = sent.filter((entry) => pathMatch(route, entry) !== null);
	const countedAs = own.at(-1)?.countedAs;
	// What a poll will give is shown by a test of the trigger.
	if (node.poll) {
		made = (await runPoll({ ...world.access, node, parameters, mode: 'manual' })).items ?? [];
	}
	const output = made.map(({ json }) => json);
	return {
		...{ node: node.description.displayName, operation: panel.name, name },
		...{ parameters, places, countedAs, output },
	};
}
