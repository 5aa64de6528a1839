import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../../../lib/run/operation';
import {
	INCLUDE_BINARY,
	INCLUDE_INPUT,
	OTHER_FIELDS_PARAMETER,
} from '../../../lib/run/otherFieldValues';
import { appliedAfter } from '../../../lib/fields/rules';
import { EXTRA_FIELDS_LABEL } from '../../../lib/wire/extraFields';
import { NOT_FOR_AGENTS } from '../refusals';
import { optionGroup } from './optionGroup';

const METHODS_WITH_BODY = ['PATCH', 'POST', 'PUT'];

/** Operations that list things: their items do not answer an item of the input each. */
const LIST_OPERATIONS = ['getAll', 'getAnalytics', 'getLog'];

/** What an operation sends beside the fields of its panel, and returns beside those of the answer; empty where it does neither. */
export function otherFieldsGroups(operation: Operation): INodeProperties[] {
	const isPaid = 'price' in operation;
	const fields = [
		...(hasOpenBody(operation) ? extraRequestFields(isPaid) : []),
		...(isPaid ? [RESPONSE_METADATA_FIELD] : []),
	];
	return fields.length === 0 ? [] : [{ ...group(fields), displayOptions: NOT_FOR_AGENTS }];
}
export function otherFieldsGroupOfSubNode(): INodeProperties {
	return group(extraRequestFields(true));
}

function hasOpenBody({ option, hasFixedBody }: Operation): boolean {
	return (
		METHODS_WITH_BODY.includes(option.routing?.request?.method ?? 'GET') && hasFixedBody !== true
	);
}

function group(fields: INodeProperties[]): INodeProperties {
	return optionGroup('Other Fields', OTHER_FIELDS_PARAMETER, fields);
}

function extraRequestFields(isPaid: boolean): INodeProperties[] {
	const extra: INodeProperties = {
		displayName: EXTRA_FIELDS_LABEL,
		name: 'extraFields',
		type: 'json',
		typeOptions: { rows: 3 },
		default: '',
		placeholder: 'e.g. { "new_field": 1 }',
		description:
			'JSON object with request fields that this panel lacks. They are sent unchanged, and cannot replace what the panel sets.',
	};
	const keep: INodeProperties = {
		displayName: 'Extra Fields Are Free',
		name: 'keepPrice',
		type: 'boolean',
		default: false,
		description:
			'Whether the extra fields cost nothing. While this is off, Max Cost per Run sends no request with extra fields.',
	};
	return isPaid ? [extra, keep] : [extra];
}

const RESPONSE_METADATA_FIELD: INodeProperties = {
	displayName: 'Include Response Metadata',
	name: 'includeResponseMetadata',
	type: 'boolean',
	default: false,
	description:
		'Whether to add the request ID, the model that ran, balances and rate limits to the output',
};

/** The switches for the fields and the files of the input, where an item of the output answers one of the input. */
export function includeInputFields(operation: Operation): INodeProperties[] {
	if (LIST_OPERATIONS.includes(String(operation.option.value))) return [];
	const fields: INodeProperties = {
		displayName: INCLUDE_INPUT.label,
		name: INCLUDE_INPUT.name,
		type: 'boolean',
		default: false,
		description:
			'Whether to pass on the fields of the input with the result. Input fields named error, or named like a field of the result, get the prefix input_.',
		displayOptions: NOT_FOR_AGENTS,
	};
	const files: INodeProperties = {
		displayName: INCLUDE_BINARY.label,
		name: INCLUDE_BINARY.name,
		type: 'boolean',
		default: false,
		description:
			'Whether to pass on the files of the input too. Files named like a file of the result get the prefix input_.',
		displayOptions: { show: { ...NOT_FOR_AGENTS.show, [INCLUDE_INPUT.name]: [true] } },
	};
	const switches = [{ ...fields, default: operation.keepsInputFields === true }, files];
	return switches.map((field) => appliedAfter(field));
}
