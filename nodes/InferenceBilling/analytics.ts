import type {
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import { readNumber } from '../../lib/fields/readParameter';
import { simplifiedAnalytics } from '../../lib/output/accountRecords';
import { wantsSimple } from '../../lib/output/simplify';
import { isRecord } from '../../lib/base/record';
import type { Answer } from '../../lib/base/answer';
import { readAs } from '../../lib/http/readAs';
import { badInput } from '../../lib/base/failure';
import { ANALYTICS } from './analyticsAnswer';

const LONGEST_LOOKBACK = 90;

/** Asks for the last days, or for the days from one date to another. */
export function addPeriod(this: IExecuteSingleFunctions, options: IHttpRequestOptions): void {
	const query = isRecord(options.qs) ? options.qs : {};
	if (this.getNodeParameter('period', 'days') !== 'dates') {
		const range = { min: 1, max: LONGEST_LOOKBACK, integer: true };
		const days = readNumber(this, 'days', 7, { label: 'Days', required: true, ...range });
		options.qs = { ...query, lookback: `${String(days)}d` } as IDataObject;
		return;
	}
	const { startDate, endDate } = query;
	if (String(endDate) < String(startDate)) {
		throw badInput(
			`Last Day must not be before First Day, but First Day is ${String(startDate)} and Last Day is ${String(endDate)}`,
		);
	}
}

/** The whole answer as one item, or the one list of it that the user chose, entry by entry. */
export async function readAnalytics(
	this: IExecuteSingleFunctions,
	response: Answer,
): Promise<INodeExecutionData[]> {
	const answer: Record<string, unknown> = readAs(response, ANALYTICS);
	const whole = wantsSimple(this) ? simplifiedAnalytics(answer) : answer;
	const list = whole[String(this.getNodeParameter('outputAs', 'single'))];
	const records = Array.isArray(list) ? list.filter(isRecord) : [whole];
	return records.map((json) => ({ json: json as IDataObject }));
}
