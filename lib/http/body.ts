import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { isRecord } from '../base/record';

/** Adds values to the JSON body of a request; `undefined` takes one away. */
export function setBody(options: IHttpRequestOptions, values: Record<string, unknown>): void {
	options.body = { ...(isRecord(options.body) ? options.body : {}), ...values } as IDataObject;
}
