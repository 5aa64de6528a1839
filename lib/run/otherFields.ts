import type { IHttpRequestOptions } from 'n8n-workflow';

import { badInput } from '../core/failure';
import { isRecord } from '../core/record';
import { accept } from '../fields/accept';
import { jsonObject } from '../fields/parseJson';
import type { WireRule } from '../fields/rules';
import { requireExact } from '../wire/rpcCall';
import type { Step } from '../wire/send';
import { EXTRA_FIELDS, requireAllowed, withFields } from '../wire/extraFields';
import type { Item, OperationItem } from './item';

/** The parameter that holds what is sent beside the fields of the panel, and what comes out beside those of the answer. */
export const OTHER_FIELDS = 'options.otherFields';

/** What the user set there. */
export interface OtherFields {
	/** What each request of the operation carries beside the fields of the panel. */
	extra?: ExtraFields;
	/** Whether the output has the fields of the input. */
	includeInput?: boolean;
	/** Whether it has its files. */
	includeBinary?: boolean;
}

/** Fields that a request carries beside those of the panel. */
export interface ExtraFields {
	fields: Record<string, unknown>;
	/** Whether the user says that they cost nothing. */
	keepPrice: boolean;
	labelOf?(path: string): string | undefined;
}

/** The other fields of an item from the value of their parameter; `rules` are those of the panel. Throws a ServiceFailure. */
export function otherFieldsOf(given: unknown, rules: WireRule[]): OtherFields {
	const set = isRecord(given) ? given : {};
	return {
		extra: extraFieldsOf(set, rules),
		includeInput: switchOf(set, 'includeOtherFields', 'Include Other Input Fields'),
		includeBinary: switchOf(set, 'includeBinary', 'Include Binary'),
	};
}

function extraFieldsOf(set: Record<string, unknown>, rules: WireRule[]): ExtraFields | undefined {
	const { extraFields: given } = set;
	if (given === undefined || given === null || String(given).trim() === '') return undefined;
	requireExact(given, EXTRA_FIELDS);
	const fields = jsonObject(given, EXTRA_FIELDS);
	requireAllowed(fields);
	if (Object.keys(fields).length === 0) return undefined;
	const label = 'Extra Fields Keep the Price';
	return {
		fields,
		keepPrice: switchOf(set, 'keepPrice', label) === true,
		labelOf: (path) => rules.find((rule) => rule.where === 'body' && rule.path === path)?.label,
	};
}

function switchOf(set: Record<string, unknown>, name: string, label: string): boolean | undefined {
	return accept({ label, kind: 'boolean' }, set[name], 'UTC') as boolean | undefined;
}

/** The body of a request with the extra fields of its item. Throws a ServiceFailure for one that the request has already. */
export function withExtraFields(
	body: unknown,
	extra: ExtraFields | undefined,
	prefix = 'service',
): IHttpRequestOptions['body'] {
	if (extra === undefined) return body as IHttpRequestOptions['body'];
	const { fields, labelOf } = extra;
	return withFields(body, fields, { prefix, labelOf }) as IHttpRequestOptions['body'];
}

/** Why extra fields make the price of a call uncertain; undefined where there are none, or they cost nothing. */
export function doubtOf(extra: ExtraFields | undefined): string | undefined {
	if (extra === undefined || extra.keepPrice) return undefined;
	return `${EXTRA_FIELDS} (${Object.keys(extra.fields).join(', ')}) may change the price of this call`;
}

/** Reads what is sent beside the fields of the panel, and refuses what would take the place of one. */
export function checkOtherFields(item: OperationItem, { body }: IHttpRequestOptions): void {
	const { context, isTool, operation, charges } = item;
	const { extra, ...included } = otherFieldsOf(
		context.getNodeParameter(OTHER_FIELDS, {}),
		operation.rules,
	);
	item.included = { ...included, includeInput: included.includeInput ?? operation.includesInput };
	if (extra === undefined) return;
	if (isTool) {
		throw badInput(`${EXTRA_FIELDS} is not for tools of an agent`, 'Remove it from the tool.');
	}
	withExtraFields(structuredClone(body), extra);
	item.extraFields = extra;
	charges.doubt = doubtOf(extra);
}

/** Sends the extra fields with each request that is the item's own: what follows it up, such as a look at the state of a job, is the node's. */
export const extraFields: Step<Item> = async (next, item, options, policy) => {
	if (item.extraFields === undefined || policy.free === true) {
		return await next(item, options, policy);
	}
	const body = withExtraFields(options.body, item.extraFields, item.account.namePrefix);
	return await next(item, { ...options, body }, policy);
};
