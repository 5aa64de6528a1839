import type { IDataObject, IHttpRequestOptions, INodeExecutionData } from 'n8n-workflow';

import type { ItemContext } from '../../lib/core/execution';
import { isRecord } from '../../lib/core/record';
import { badInput, failureOrRethrow } from '../../lib/core/failure';
import { itemPositionOf, nodeError } from '../../lib/wire/errors/nodeError';
import { outputBinaryFieldName, wishedFileName } from '../../lib/files/outputNames';
import { historyPages } from '../../lib/billing/pages/historyPages';
import type { Item } from '../../lib/run/item';
import type { Prepare } from '../../lib/wire/send';
import { readPageForWalk } from '../../lib/billing/usageEntry';
import { readWantedCount } from '../common/wantedCount';
import { readCostLabels } from './fields/costLabelsField';
import { storeFocusFile, readFocusParties, storeCsvFile, csvPageItems } from './historyFile';
import { readMaxPages, type HistorySource } from './walkCharges';

const MIN_PAGE_SIZE = 10;
const MAX_PAGE_SIZE = 1000;
/** n8n hands the items of a node on in one call, which ends in "Maximum call stack size exceeded" somewhat above it. */
const MAX_ITEMS = 100_000;
const FILTER_LABELS: Record<string, string> = {
	currency: 'Currency',
	startTimestamp: 'Start',
	endTimestamp: 'End',
	pageSize: 'Page Size',
};

/** Refuses what the service would refuse: filters beside a cursor, an end that is not after the start. */
export const checkHistoryRequest: Prepare = function (options) {
	const query = isRecord(options.qs) ? options.qs : {};
	if (query.cursor !== undefined) {
		const filtersBesideCursor = Object.keys(FILTER_LABELS).filter(
			(name) => query[name] !== undefined,
		);
		if (filtersBesideCursor.length > 0) {
			const names = filtersBesideCursor.map((name) => FILTER_LABELS[name]).join(', ');
			throw badInput(
				`A Cursor brings its own filters, but ${names} ${filtersBesideCursor.length === 1 ? 'was' : 'were'} set beside it`,
				'Remove the cursor or the filters.',
			);
		}
		if (!/^[A-Za-z0-9_-]+$/.test(String(query.cursor))) {
			throw badInput(
				'Cursor may hold only letters, digits, "_" and "-"',
				'Use the nextCursor of an earlier item unchanged, or leave Cursor empty to start over.',
			);
		}
	}
	const { startTimestamp: start, endTimestamp: end } = query;
	if (
		typeof start === 'string' &&
		typeof end === 'string' &&
		Date.parse(end) <= Date.parse(start)
	) {
		throw badInput(
			`End must be later than Start, but Start is ${start} and End is ${end}`,
			'Change one of the two.',
		);
	}
	readMaxPages(this);
	const outputAs = this.parameters.outputAs;
	if (outputAs === 'items') {
		const limit = readWantedCount(this);
		if (Number.isFinite(limit) && limit > MAX_ITEMS) throw tooManyItems(`Limit is ${limit}`);
	}
	if (outputAs !== 'focusFile') return;
	readFocusParties(this);
	readCostLabels(this);
};

/** Asks for CSV where files are wanted, and for pages no larger than the limit needs. */
export const chooseAnswerForm: Prepare = function (options) {
	const outputAs = this.parameters.outputAs;
	if (outputAs === 'focusFile') return;
	if (outputAs !== 'items') {
		options.headers = { ...options.headers, Accept: 'text/csv' };
		options.encoding = 'stream';
		return;
	}
	const query = isRecord(options.qs) ? options.qs : {};
	const limit = readWantedCount(this);
	if (limit === Number.POSITIVE_INFINITY) return;
	if (query.cursor !== undefined || query.pageSize !== undefined) return;
	const pageSize = Math.min(MAX_PAGE_SIZE, Math.max(MIN_PAGE_SIZE, limit));
	options.qs = { ...query, pageSize } as IHttpRequestOptions['qs'];
};

export async function walkHistory(item: Item): Promise<INodeExecutionData[]> {
	const { context, request, send, run } = item;
	const source = { request, send, run, mostPages: readMaxPages(context) };
	switch (context.parameters.outputAs) {
		case 'csvPages':
			return await csvPageItems(context, source);
		case 'focusFile':
			return await historyFileItems(context, source, 'focus-cost-and-usage', storeFocusFile);
		case 'csvFile':
			return await historyFileItems(context, source, 'billing-usage-history', storeCsvFile);
		default:
			return await historyEntryItems(context, source);
	}
}

async function historyFileItems(
	context: ItemContext,
	source: HistorySource,
	stem: string,
	fileOf: typeof storeCsvFile,
): Promise<INodeExecutionData[]> {
	const fileName = wishedFileName(context, { stem, extension: 'csv' });
	const { binary, facts } = await fileOf(context, source, fileName);
	return [{ json: facts, binary: { [outputBinaryFieldName(context)]: binary } }];
}

function tooManyItems(reason: string): Error {
	return badInput(
		`Usage can be returned as at most ${MAX_ITEMS} items, but ${reason}`,
		'Set Output As to One CSV File, or set a shorter time with Start and End.',
	);
}

async function historyEntryItems(
	context: ItemContext,
	{ request, send, run, mostPages }: HistorySource,
): Promise<INodeExecutionData[]> {
	const limit = readWantedCount(context);
	const items: INodeExecutionData[] = [];
	const walk = { first: request, send, run, read: readPageForWalk, wanted: limit, mostPages };
	try {
		for await (const { content, skip, end } of historyPages(walk)) {
			for (const entry of content.slice(skip, end)) {
				if (items.length === MAX_ITEMS) throw tooManyItems('the history has more');
				items.push({ json: entry as IDataObject });
				if (items.length >= limit) return items;
			}
		}
		return items;
	} catch (error) {
		const failure = failureOrRethrow(error);
		if (items.length === 0 || !context.continueOnFail()) throw failure;
		// What was read is not thrown away: the error comes after it.
		return [
			...items,
			{ json: {}, error: nodeError(context.getNode(), failure, itemPositionOf(context)) },
		];
	}
}
