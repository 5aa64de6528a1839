import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../lib/core/record';
import { parseWebAddress } from '../../lib/files/fileAddress';
import type { Prepare } from '../../lib/wire/send';

/** Refuses a URL field that holds no web address, and sends it without the spaces around it. */
export const checkUrl: Prepare = function (options) {
	const body = isRecord(options.body) ? options.body : {};
	parseWebAddress(body.url, 'URL');
	options.body = { ...body, url: String(body.url).trim() } as IDataObject;
};
