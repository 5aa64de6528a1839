import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { isRecord } from '../core/record';

/** Adds values to the JSON body of a request; `undefined` takes one away. */
export function mergeIntoBody(options: IHttpRequestOptions, values: Record<string, unknown>): void {
	options.body = { ...(options.body as IDataObject | undefined), ...values } as IDataObject;
}

/** The values and files of a body, whether it is JSON or a form. */
export function bodyValuesAndFiles(body: unknown): {
	request: Record<string, unknown>;
	files: File[];
} {
	if (!(body instanceof FormData)) return { request: isRecord(body) ? body : {}, files: [] };
	const entries = [...body.entries()];
	return {
		request: Object.fromEntries(entries.filter(([, value]) => typeof value === 'string')),
		files: entries.flatMap(([, value]) => (value instanceof File ? [value] : [])),
	};
}

const NEUTRAL_WORD = /(^|_)service(?=_|$)/;

/** Names with that word which mean the same at every service. */
const UNPREFIXED_NAMES = ['service_tier'];

/** An identifier of the specification as the deployment writes it: `service_parameters` becomes `<prefix>_parameters`. */
export function wireName(neutral: string, prefix: string): string {
	return UNPREFIXED_NAMES.includes(neutral)
		? neutral
		: neutral.replace(NEUTRAL_WORD, `$1${prefix}`);
}

/** The identifier of the specification behind one that the deployment writes; any other is left as it is. */
export function neutralName(name: string, prefix: string): string {
	return name.replace(new RegExp(`(^|_)${prefix}(?=_|$)`), '$1service');
}

/** A request body with the prefix of the deployment in its own keys and in those of its service parameters, and nowhere else. */
export function wireBody(body: Record<string, unknown>, prefix: string): Record<string, unknown> {
	if (prefix === 'service') return body;
	const renamed = withWireKeys(body, prefix);
	const parameters = wireName('service_parameters', prefix);
	const nested = renamed[parameters];
	if (isRecord(nested)) renamed[parameters] = withWireKeys(nested, prefix);
	return renamed;
}

function withWireKeys(record: Record<string, unknown>, prefix: string): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(record).map(([key, value]) => [wireName(key, prefix), value]),
	);
}
