import type { INodeProperties } from 'n8n-workflow';

import {
	operationProperties,
	resourceProperties,
	type Operation,
	type Resource,
} from '../../lib/run/operation';
import { costGroups } from './fields/cost';
import { optionGroup } from './fields/optionGroup';
import { includeInputFields, otherFieldsGroups } from './fields/otherFieldsGroup';
import { privacyGroups } from './fields/privacy';
import { retriesAndLimitsGroup } from './fields/retriesAndLimits';
import { settingField } from './fields/settingField';

/** The Operation menu and the fields of each operation, with what every node has under Options; the first operation is preselected. */
export function operationPanel(operations: Operation[]): INodeProperties[] {
	return operationProperties(operations.map(withSharedOptions));
}

/** The same for a node with a Resource menu, whose first resource is preselected. */
export function resourcePanel(resources: Resource[]): INodeProperties[] {
	return resourceProperties(
		resources.map((resource) => ({
			...resource,
			operations: resource.operations.map(withSharedOptions),
		})),
	);
}

/** The operation with the settings that all have at the end of its Options, which come last. */
function withSharedOptions(operation: Operation): Operation {
	const ownOptions = operation.fields.find(({ name }) => name === 'options');
	const own = (ownOptions?.options ?? []) as INodeProperties[];
	// A limit on files stands with the other limits.
	const isLimit = ({ name }: INodeProperties) => name === 'maxFileSize';
	const options = optionGroup('Options', 'options', [
		...own.filter((field) => !isLimit(field)),
		{ ...settingField('maxAgentCharacters'), displayOptions: { show: { '@tool': [true] } } },
		...otherFieldsGroups(operation),
		...privacyGroups(operation),
		...costGroups(operation),
		retriesAndLimitsGroup(operation, own.filter(isLimit)),
	]);
	const others = operation.fields.filter((field) => field !== ownOptions);
	return { ...operation, fields: [...others, ...includeInputFields(operation), options] };
}
