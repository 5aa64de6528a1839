import type { INodeProperties } from 'n8n-workflow';

import {
	operationProperties,
	resourceProperties,
	type Operation,
	type Resource,
} from '../../lib/run/operation';
import { costTracking } from './fields/costTracking';
import { optionGroup } from './fields/options';
import { otherFields } from './fields/otherFields';
import { retriesAndLimits } from './fields/retriesAndLimits';

/** The Operation menu and the fields of each operation, with what every node has under Options; the first operation is preselected. */
export function operationPanel(operations: Operation[]): INodeProperties[] {
	return operationProperties(operations.map(withShared));
}

/** The same for a node with a Resource menu, whose first resource is preselected. */
export function resourcePanel(resources: Resource[]): INodeProperties[] {
	return resourceProperties(
		resources.map((resource) => ({
			...resource,
			operations: resource.operations.map(withShared),
		})),
	);
}

/** The operation with the settings that all have at the end of its Options, which come last. */
function withShared(operation: Operation): Operation {
	const own = operation.fields.find(({ name }) => name === 'options');
	const shared = [
		...otherFields(operation),
		...('price' in operation ? [costTracking()] : []),
		retriesAndLimits(operation),
	];
	const all = [...((own?.options ?? []) as INodeProperties[]), ...shared];
	const others = operation.fields.filter((field) => field !== own);
	return { ...operation, fields: [...others, optionGroup('Options', 'options', all)] };
}
