import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { isRecord } from '../base/record';

/** Adds values to the JSON body of a request; `undefined` takes one away. */
export function setBody(options: IHttpRequestOptions, values: Record<string, unknown>): void {
	options.body = { ...(isRecord(options.body) ? options.body : {}), ...values } as IDataObject;
}

/** The values and files of a body, whether it is JSON or a form. */
export function requestOf(body: unknown): { request: Record<string, unknown>; files: File[] } {
	if (!(body instanceof FormData)) return { request: isRecord(body) ? body : {}, files: [] };
	const entries = [...body.entries()];
	return {
		request: Object.fromEntries(entries.filter(([, value]) => typeof value === 'string')),
		files: entries.flatMap(([, value]) => (value instanceof File ? [value] : [])),
	};
}
