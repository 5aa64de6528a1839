import { flow } from './flow.mjs';
import { packageName } from './paths.mjs';

/** @typedef {{ displayName: string, name: string, type: string, default: unknown, isNodeSetting?: boolean, options?: any[], values?: Property[], typeOptions?: { multipleValues?: boolean }, displayOptions?: { show?: Record<string, unknown[]>, hide?: object } }} Property */
/** @typedef {{ name: string, displayName: string, properties: Property[] }} NodeType */

/**
 * The node types of this package, without the tools that n8n makes of them.
 * @param {import('./rest.mjs').Rest} rest
 * @returns {Promise<NodeType[]>}
 */
export async function packageNodes(rest) {
	const types = /** @type {NodeType[]} */ (/** @type {unknown} */ (await rest.nodeTypes()));
	return types.filter(({ name }) => name.startsWith(`${packageName}.`) && !name.endsWith('Tool'));
}

/** n8n adds an operation of its own to most nodes. */
const addedByN8n = '__CUSTOM_API_CALL__';

/** @typedef {{ name: string, resource?: string, value?: string }} PanelOperation an operation, with the resource it belongs to */

/** The operations of a node, or one without a value for a node that has none. @param {NodeType} node @returns {PanelOperation[]} */
export function operationsOf(node) {
	const resources = node.properties.find(({ name }) => name === 'resource')?.options ?? [];
	const menus = node.properties.filter(({ name }) => name === 'operation');
	if (menus.length === 0) return [{ name: node.displayName }];
	return menus.flatMap(({ options = [], displayOptions }) => {
		const [shown] = displayOptions?.show?.resource ?? [];
		const resource = resources.find(({ value }) => value === shown);
		return options
			.filter(({ value }) => value !== addedByN8n)
			.map(({ name, value }) =>
				resource
					? { name: `${resource.name}: ${name}`, resource: resource.value, value }
					: { name, value },
			);
	});
}

/** A field with everything below it switched on, so that its panel shows it. @param {Property} property @returns {any} */
function filled({ type, options = [], values, typeOptions, default: initial, name }) {
	if (name === 'pollTimes') return { item: [{ mode: 'everyHour' }] };
	if (type === 'collection')
		return Object.fromEntries(options.map((one) => [one.name, filled(one)]));
	if (type === 'fixedCollection') {
		return Object.fromEntries(
			options.map((group) => {
				const row = Object.fromEntries(
					(group.values ?? values ?? []).map((/** @type {Property} */ one) => [
						one.name,
						filled(one),
					]),
				);
				return [group.name, typeOptions?.multipleValues ? [row] : row];
			}),
		);
	}
	return type === 'resourceLocator' ? { __rl: true, .../** @type {object} */ (initial) } : initial;
}

/** @param {Property} property @param {PanelOperation} operation */
export const belongsTo = ({ displayOptions: { show = {} } = {} }, { resource, value }) =>
	(!show.operation || show.operation.includes(value)) &&
	(!show.resource || show.resource.includes(resource));

/**
 * A workflow with one node for each operation, called as the menu calls it.
 * @param {NodeType} node
 * @param {{ withOptions: boolean }} how withOptions: every optional field is there too
 */
export function panelWorkflow(node, { withOptions }) {
	const steps = operationsOf(node).map((operation) => {
		const { name, resource, value } = operation;
		const fields = node.properties.filter((one) => belongsTo(one, operation) && !one.isNodeSetting);
		const parameters = withOptions
			? Object.fromEntries(fields.map((one) => [one.name, filled(one)]))
			: {};
		return {
			name,
			type: node.name,
			parameters: {
				...parameters,
				...(resource && { resource }),
				...(value && { operation: value }),
			},
		};
	});
	return flow(`Panels of ${node.displayName}${withOptions ? ', all fields' : ''}`, steps);
}

/** Every name and every label of a node, whatever they lie in. @param {Property[]} properties */
export function wordsOf(properties) {
	/** @type {Set<string>} */
	const names = new Set();
	/** @type {Set<string>} */
	const labels = new Set();
	/** @param {Property[]} list */
	const collect = (list) => {
		for (const { name, displayName, type, options = [], values = [] } of list) {
			if (name) names.add(name);
			if (displayName) labels.add(displayName);
			if (type === 'collection' || type === 'fixedCollection') collect(options);
			collect(values);
		}
	};
	collect(properties);
	return { names, labels };
}

/** The labels that the panel of an operation shows whatever else is chosen. @param {NodeType} node @param {PanelOperation} operation */
export const certainLabels = ({ properties }, operation) =>
	properties
		.filter(
			(one) =>
				belongsTo(one, operation) &&
				!one.isNodeSetting &&
				// n8n shows this choice as part of the credential
				one.name !== 'authentication' &&
				!['notice', 'hidden', 'credentials'].includes(one.type) &&
				!one.displayOptions?.hide &&
				Object.keys(one.displayOptions?.show ?? {}).every((key) =>
					['resource', 'operation'].includes(key),
				),
		)
		.map(({ displayName }) => displayName);
