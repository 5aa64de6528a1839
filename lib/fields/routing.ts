import type { IDataObject, IHttpRequestOptions, INodePropertyRouting } from 'n8n-workflow';

import { cut } from '../core/cut';
import { badInput } from '../core/failure';
import { isRecord, type Json } from '../core/record';

/** Sends a field's value in the JSON body, under a name of the specification; dots nest. */
export function toBody(property: string): INodePropertyRouting {
	return { send: { type: 'body', property } };
}

/** Sends a field's value in the query string, under a name of the specification. */
export function toQuery(property: string): INodePropertyRouting {
	return { send: { type: 'query', property } };
}

/** Puts a field's value, URL-encoded, in place of `{name}` in the path of the operation. */
export function toPath(name: string): INodePropertyRouting {
	return { send: { type: 'query', property: `${PATH_KEY}.${name}` } };
}

/** Half of a character that takes two code units (Unicode, 3.8), which no URL can hold. */
const HAS_LONE_SURROGATE = /\p{Surrogate}/u;
const EVERY_LONE_SURROGATE = /\p{Surrogate}/gu;

/** Where the values of `toPath` wait among the query values until the address is made. */
export const PATH_KEY = '$path';

/** Makes a request send the values of a panel and nothing else; those of `toPath` go into its address. */
export function setPanelValues(
	request: IHttpRequestOptions,
	{ body, query }: { body: Json; query: Json },
): void {
	const { [PATH_KEY]: pathValues, ...qs } = query;
	request.body = body as IDataObject;
	request.qs = qs as IDataObject;
	if (isRecord(pathValues)) request.url = withPathValues(request.url, pathValues);
}

/** The address with each `{name}` replaced by its URL-encoded value; throws a ServiceFailure for `.` and `..`, which would lead elsewhere, and for half a character. */
export function withPathValues(url: string, values: Record<string, unknown>): string {
	return url.replace(/\{(\w+)\}/g, (whole, name: string) => {
		if (!(name in values)) return whole;
		const value = String(values[name]);
		if (/^\.{1,2}$/.test(value))
			throw badInput(`"${value}" is not a valid ID`, 'Enter the ID as the service returns it.');
		if (HAS_LONE_SURROGATE.test(value)) {
			const shown = cut(value.replace(EVERY_LONE_SURROGATE, '\ufffd'), 80).text;
			throw badInput(
				`"${shown}" is not a valid ID: it contains half of a character`,
				'Enter the ID as the service returns it.',
			);
		}
		return encodeURIComponent(value);
	});
}
