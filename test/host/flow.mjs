import { packageName } from './paths.mjs';

export const start = 'When Clicking Execute';

/** @typedef {{ name: string, type: string, parameters?: object, after?: string, settings?: object }} Step */

/** @type {Record<string, number>} */
const versions = { 'n8n-nodes-base.convertToFile': 1.1, 'n8n-nodes-base.set': 3.4 };

/**
 * A workflow made of steps; each follows the one it names, or the button.
 * Types without a dot are of this package: { type: 'inferenceChat' }.
 * @param {string} name
 * @param {Step[]} steps
 * @returns {import('./workflows.mjs').Workflow}
 */
export function flow(name, steps) {
	/** @type {Record<string, { main: { node: string, type: string, index: number }[][] }>} */
	const connections = {};
	for (const { name: node, after = start } of steps) {
		(connections[after] ??= { main: [[]] }).main[0].push({ node, type: 'main', index: 0 });
	}
	const trigger = {
		id: 'start',
		name: start,
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const nodes = steps.map(({ name: node, type, parameters = {}, settings = {} }, index) => ({
		id: `step-${index + 1}`,
		name: node,
		type: type.includes('.') ? type : `${packageName}.${type}`,
		typeVersion: versions[type] ?? 1,
		position: [240 * (1 + (index % 5)), 200 * Math.floor(index / 5)],
		parameters,
		...settings,
	}));
	return { name, nodes: [trigger, ...nodes], connections, settings: { executionOrder: 'v1' } };
}

/** A model, network or the like by its ID. @param {string} value */
export const byId = (value) => ({ __rl: true, mode: 'id', value });

/** The models of a type, for the steps after it. @param {string} type */
export const models = (type) => ({
	name: 'Models',
	type: 'inferenceModels',
	parameters: { resource: 'model', operation: 'getAll', type, returnAll: false, limit: 1 },
});

const once = { executeOnce: true };
/** The first of the models that the step before gave. */
export const model = byId("={{ $('Models').first().json.id }}");

/** Which operation a node runs: `speech:generate`, or `complete` for a node about one thing. @param {string} what */
const action = (what) => {
	const [operation, resource] = what.split(':').reverse();
	return resource === undefined ? { operation } : { resource, operation };
};

/**
 * Steps of one node of this package, each run once however many items arrive.
 * @param {string} type
 * @param {(readonly [string, string, object?, string?])[]} steps name, resource and operation (`speech:generate`), parameters, after
 */
export const calls = (type, steps) =>
	steps.map(([name, what, parameters = {}, after]) => ({
		name,
		type,
		parameters: { ...action(what), ...parameters },
		settings: once,
		...(after && { after }),
	}));
