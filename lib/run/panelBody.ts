import type { IHttpRequestOptions, INodeProperties, ISupplyDataFunctions } from 'n8n-workflow';

import { isRecord, type Json } from '../core/record';
import { applyRules } from '../fields/accept';
import { wireRules } from '../fields/rules';

/**
 * The JSON body that the fields of a panel make, for a node that n8n does not route: checked and converted as for an operation.
 * Throws the ServiceFailure of the first value that cannot be sent.
 */
export function panelBody(
	context: Pick<ISupplyDataFunctions, 'getNodeParameter' | 'getTimezone'>,
	itemIndex: number,
	fields: INodeProperties[],
): Json {
	const body: Json = {};
	for (const field of fields) {
		const locator = field.type === 'resourceLocator';
		const value: unknown = context.getNodeParameter(
			field.name,
			itemIndex,
			field.type === 'collection' ? {} : '',
			locator ? { extractValue: true } : {},
		);
		addField(body, field, value);
	}
	const options: IHttpRequestOptions = { url: '', body: body as IHttpRequestOptions['body'] };
	applyRules(options, wireRules(fields), context.getTimezone());
	return body;
}

/** Puts a field into the body, of a collection what is set in it. */
function addField(body: Json, field: INodeProperties, value: unknown): void {
	if (field.type !== 'collection' || !isRecord(value)) return putAtWirePath(body, field, value);
	for (const option of field.options ?? []) {
		if ('type' in option && option.name in value) addField(body, option, value[option.name]);
	}
}

/** Puts a value under the name that its field has on the wire; dots nest. */
function putAtWirePath(body: Json, field: INodeProperties, value: unknown): void {
	const steps = field.routing?.send?.property?.split('.') ?? [];
	const name = steps.pop();
	if (name === undefined) return;
	let place = body;
	for (const step of steps) {
		const inner = place[step];
		place = isRecord(inner) ? inner : (place[step] = {});
	}
	place[name] = value;
}
