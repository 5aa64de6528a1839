import type {
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import { isRecord } from '../../lib/core/record';
import { badInput, caught } from '../../lib/core/failure';
import { itemPlace, nodeError } from '../../lib/wire/errors/nodeError';
import { fileNameOf } from '../../lib/files/fileName';
import { outputField } from '../../lib/files/outputFile';
import { historyPages } from '../../lib/billing/pages/historyPages';
import type { Prepare, SendAll } from '../../lib/wire/send';
import { historyPage } from '../../lib/billing/entry';
import { wantedCount } from '../common/wantedCount';
import { readCostLabels } from './fields/costLabels';
import { focusFile, focusParties } from './focusFile';
import { csvFile, csvPages } from './usageCsv';
import { readMostPages, type HistorySource } from './walkCharges';

const SMALLEST_PAGE = 10;
const LARGEST_PAGE = 1000;
const FILTERS: Record<string, string> = {
	currency: 'Currency',
	startTimestamp: 'Start',
	endTimestamp: 'End',
	pageSize: 'Page Size',
};

/** Refuses what the service would refuse: filters beside a cursor, an end that is not after the start. */
export const checkWalk: Prepare = function (options) {
	const query = isRecord(options.qs) ? options.qs : {};
	if (query.cursor !== undefined) {
		const beside = Object.keys(FILTERS).filter((name) => query[name] !== undefined);
		if (beside.length > 0) {
			const names = beside.map((name) => FILTERS[name]).join(', ');
			throw badInput(
				`A Cursor brings its own filters, but ${names} ${beside.length === 1 ? 'was' : 'were'} set beside it`,
				'Remove the cursor or the filters.',
			);
		}
		if (!/^[A-Za-z0-9_-]+$/.test(String(query.cursor))) {
			throw badInput('Cursor may hold only letters, digits, "_" and "-"');
		}
	}
	const { startTimestamp: start, endTimestamp: end } = query;
	if (
		typeof start === 'string' &&
		typeof end === 'string' &&
		Date.parse(end) <= Date.parse(start)
	) {
		throw badInput(`End must be later than Start, but Start is ${start} and End is ${end}`);
	}
	readMostPages(this);
	const outputAs = this.getNodeParameter('outputAs');
	if (outputAs === 'items') wantedCount(this);
	if (outputAs !== 'focusFile') return;
	focusParties(this);
	readCostLabels(this);
};

/** Asks for CSV where files are wanted, and for pages no larger than the limit needs. */
export const chooseForm: Prepare = function (options) {
	const outputAs = this.getNodeParameter('outputAs');
	if (outputAs === 'focusFile') return;
	if (outputAs !== 'items') {
		options.headers = { ...options.headers, Accept: 'text/csv' };
		options.encoding = 'stream';
		return;
	}
	const query = isRecord(options.qs) ? options.qs : {};
	const limit = wantedCount(this);
	if (limit === Number.POSITIVE_INFINITY) return;
	if (query.cursor !== undefined || query.pageSize !== undefined) return;
	const pageSize = Math.min(LARGEST_PAGE, Math.max(SMALLEST_PAGE, limit));
	options.qs = { ...query, pageSize } as IHttpRequestOptions['qs'];
};

/** Walks the history and returns it in the form the user chose. */
export const walkHistory: SendAll = async function (options, send, run) {
	const source = { options, send, run, mostPages: readMostPages(this) };
	switch (this.getNodeParameter('outputAs')) {
		case 'csvPages':
			return await csvPages(this, source);
		case 'focusFile':
			return await fileItems(this, source, 'focus-cost-and-usage', focusFile);
		case 'csvFile':
			return await fileItems(this, source, 'billing-usage-history', csvFile);
		default:
			return await entryItems(this, source);
	}
};

async function fileItems(
	context: IExecuteSingleFunctions,
	source: HistorySource,
	stem: string,
	fileOf: typeof csvFile,
): Promise<INodeExecutionData[]> {
	const fileName = fileNameOf(context.getNodeParameter('options.fileName', ''), stem, 'csv');
	const { binary, facts } = await fileOf(context, source, fileName);
	return [{ json: facts, binary: { [outputField(context)]: binary } }];
}

async function entryItems(
	context: IExecuteSingleFunctions,
	{ options, send, run, mostPages }: HistorySource,
): Promise<INodeExecutionData[]> {
	const limit = wantedCount(context);
	const items: INodeExecutionData[] = [];
	const walk = { first: options, send, run, read: historyPage, wanted: limit, mostPages };
	try {
		for await (const { content, skip, end } of historyPages(walk)) {
			for (const entry of content.slice(skip, end)) {
				items.push({ json: entry as IDataObject });
				if (items.length >= limit) return items;
			}
		}
		return items;
	} catch (error) {
		const failure = caught(error);
		if (items.length === 0 || !context.continueOnFail()) throw failure;
		// What was read is not thrown away: the error comes after it.
		return [
			...items,
			{ json: {}, error: nodeError(context.getNode(), failure, itemPlace(context)) },
		];
	}
}
