import type { IHttpRequestOptions } from 'n8n-workflow';

import type { ItemContext } from '../core/execution';
import { badInput } from '../core/failure';
import { isRecord } from '../core/record';
import { jsonObject } from '../fields/parseJson';
import { guardSwitch } from '../fields/readParameter';
import type { WireRule } from '../fields/rules';
import { requireExactNumbers } from '../wire/rpcCall';
import type { IncludedInput } from './inputFields';
import { EXTRA_FIELDS_LABEL, requireAllowedFields, withAddedFields } from '../wire/extraFields';

/** The parameter that holds what is sent beside the fields of the panel, and what comes out beside those of the answer. */
export const OTHER_FIELDS_PARAMETER = 'options.otherFields';

/** The switch for the fields of the input, which stands above Options, as in n8n's own nodes. */
export const INCLUDE_INPUT = { name: 'includeOtherFields', label: 'Include Other Input Fields' };

/** The one for its files, which is shown while that one is on. */
export const INCLUDE_BINARY = { name: 'includeBinary', label: 'Include Binary' };

/** What the user set under Other Fields. */
export interface OtherFields {
	/** What each request of the operation carries beside the fields of the panel. */
	extra?: ExtraFields;
	/** Whether the output has what the headers of the answer tell. */
	includeResponseMetadata?: boolean;
}

/** Fields that a request carries beside those of the panel. */
export interface ExtraFields {
	fields: Record<string, unknown>;
	/** Whether the user says that they cost nothing. */
	keepPrice: boolean;
	labelOf?(path: string): string | undefined;
}

/** The other fields of an item from the value of their parameter; `rules` are those of the panel. Throws a ServiceFailure. */
export function otherFieldsOf(collection: unknown, rules: WireRule[]): OtherFields {
	const values = isRecord(collection) ? collection : {};
	return {
		extra: extraFieldsOf(values, rules),
		includeResponseMetadata: values.includeResponseMetadata === true,
	};
}

function extraFieldsOf(
	values: Record<string, unknown>,
	rules: WireRule[],
): ExtraFields | undefined {
	const { extraFields: given } = values;
	if (given === undefined || given === null || String(given).trim() === '') return undefined;
	requireExactNumbers(given, EXTRA_FIELDS_LABEL);
	const fields = jsonObject(given, EXTRA_FIELDS_LABEL);
	requireAllowedFields(fields);
	if (Object.keys(fields).length === 0) return undefined;
	return {
		fields,
		keepPrice: guardSwitch(values, 'keepPrice', 'Extra Fields Are Free') === true,
		labelOf: (path) => rules.find((rule) => rule.where === 'body' && rule.path === path)?.label,
	};
}

/** The body of a request with the extra fields of its item. Throws a ServiceFailure for one that the request has already. */
export function withExtraFields(
	body: unknown,
	extra: ExtraFields | undefined,
	prefix = 'service',
): IHttpRequestOptions['body'] {
	if (extra === undefined) return body as IHttpRequestOptions['body'];
	const { fields, labelOf } = extra;
	return withAddedFields(body, fields, { prefix, labelOf }) as IHttpRequestOptions['body'];
}

/** Why extra fields make the price of a call uncertain; undefined where they cost nothing: which the user of a node does not decide for the owner of a credential that has a limit. */
export function priceDoubtOf(
	{ fields, keepPrice }: ExtraFields,
	hasOwnersLimit: boolean,
): string | undefined {
	if (keepPrice && !hasOwnersLimit) return undefined;
	return `${EXTRA_FIELDS_LABEL} (${Object.keys(fields).join(', ')}) may change the price of this call`;
}

/** What is sent beside the fields of the panel, and comes out beside those of the answer. Throws a ServiceFailure for what would take the place of a field. */
export function checkedOtherFields(
	context: Pick<ItemContext, 'parameters'>,
	{ rules, keepsInputFields = false }: { rules: WireRule[]; keepsInputFields?: boolean },
	isTool: boolean,
	{ body }: IHttpRequestOptions,
): OtherFields & IncludedInput {
	const { options, includeOtherFields, includeBinary } = context.parameters;
	const others = otherFieldsOf(options.otherFields, rules);
	const { extra } = others;
	if (extra !== undefined && isTool) {
		throw badInput(
			`${EXTRA_FIELDS_LABEL} is not for tools of an agent`,
			'Remove it from the tool.',
		);
	}
	if (extra !== undefined) withExtraFields(structuredClone(body), extra);
	const includeInput = (includeOtherFields ?? keepsInputFields) === true;
	return { ...others, includeInput, includeBinary: includeInput && includeBinary === true };
}
