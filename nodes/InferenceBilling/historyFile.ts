import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import { inTurns } from '../../lib/core/clock';
import type { ItemContext } from '../../lib/core/execution';
import { failureOf, ServiceFailure } from '../../lib/core/failure';
import { streamOf } from '../../lib/core/streams';
import { accept } from '../../lib/fields/accept';
import { storeBinary, storeItem } from '../../lib/files/outputFile';
import { type ReadPage, cursorPages, type Page } from '../../lib/billing/pages/cursorPages';
import { historyPages, type HistoryPageSlice } from '../../lib/billing/pages/historyPages';
import { BYTE_ORDER_MARK, csvRecords, csvTimes, withoutFormulas } from '../../lib/billing/csv';
import type { HistorySource } from './walkCharges';
import {
	header,
	mediaType,
	unreadableAnswerFailure,
	readWholeBody,
	type Answer,
} from '../../lib/core/answer';
import { beforeExtension, fileNameOf, itemNumber } from '../../lib/files/fileName';
import { decodeBody } from '../../lib/core/decodeBody';
import { readExactHistoryPage, type UsageEntry } from '../../lib/billing/usageEntry';
import { FOCUS_HEADER, focusCsvLine, focusRow, type FocusParties } from '../../lib/billing/focus';
import { readCostLabels } from './fields/costLabelsField';

/** A page with the body that it was read from. */
interface PageWithBody {
	body: unknown;
}

interface CsvForm<T> {
	read: ReadPage<T>;
	head(first: T): string;
	/** The rows of the new entries of a page, each with its line end. Throws a ServiceFailure. */
	rows(page: HistoryPageSlice<T>, first: T): string[];
}

interface StoredHistory {
	binary: IBinaryData;
	facts: IDataObject;
}

/** The pages of a walk as one CSV file, which is stored while they are read; few pages are in memory at a time. */
async function storeHistoryFile<T extends PageWithBody>(
	context: ItemContext,
	{ request, send, run, mostPages }: HistorySource,
	fileName: string,
	{ read, head, rows }: CsvForm<T>,
): Promise<StoredHistory> {
	const pages = historyPages({ first: request, send, run, read, mostPages });
	const { done, value: first } = await pages.next();
	if (done === true) throw new ServiceFailure('The service sent no page', { kind: 'malformed' });
	let entries = 0;
	let failure: ServiceFailure | undefined;
	function* rowsOfPage(page: HistoryPageSlice<T>): Generator<Buffer> {
		const own = rows(page, first.content);
		entries += own.length;
		if (own.length > 0) yield Buffer.from(own.join(''));
	}
	async function* fileChunks(): AsyncGenerator<Buffer> {
		try {
			yield Buffer.from(readByteOrderMark(context) + head(first.content));
			yield* rowsOfPage(first);
			for await (const page of inTurns(pages)) yield* rowsOfPage(page);
		} catch (error) {
			failure = failureOf(error, 'malformed');
			throw failure;
		}
	}
	const content = streamOf(fileChunks(), first.content.body);
	const { binary, facts } = await storeBinary(context, content, fileName, 'text/csv').catch(
		(error: unknown) => {
			// The store may wrap what stopped the stream; the cause itself is what the user must see.
			throw failure ?? error;
		},
	);
	return { binary, facts: { ...facts, entries } };
}

/** What a file starts with, where the user wants it for Excel. */
function readByteOrderMark(context: ItemContext): string {
	const isWanted = context.parameters.options.byteOrderMark === true;
	return isWanted ? BYTE_ORDER_MARK : '';
}

/** The export files of the service, one item a page, under the names that the service sets; they follow each other by their cursors. */
export async function csvPageItems(
	context: ItemContext,
	{ request, send, mostPages }: HistorySource,
): Promise<INodeExecutionData[]> {
	const items: INodeExecutionData[] = [];
	const walk = cursorPages(request, send, createCsvPageReader(context), { mostPages });
	for await (const { content, skip } of walk) {
		const rows = content.rows.slice(skip);
		const stem = `billing-usage-history-${items.length + 1}`;
		const name = fileNameOf(content.fileName?.split(/[\\/]/).pop(), stem, 'csv');
		const fileName = beforeExtension(name, itemNumber(context));
		const bytes = Buffer.from(readByteOrderMark(context) + content.columns + rows.join(''));
		const item = await storeItem(context, bytes, fileName, 'text/csv');
		items.push({ ...item, json: { ...item.json, entries: rows.length } });
	}
	return items;
}

export async function storeCsvFile(
	context: ItemContext,
	source: HistorySource,
	fileName: string,
): Promise<StoredHistory> {
	return await storeHistoryFile(context, source, fileName, {
		read: createCsvPageReader(context),
		head: ({ columns }) => columns,
		rows({ content, skip, end }, { columns }) {
			if (content.columns !== columns) throw columnsChangedFailure();
			return content.rows.slice(skip, end);
		},
	});
}

function columnsChangedFailure(): ServiceFailure {
	return new ServiceFailure('The columns of the export changed between two pages', {
		kind: 'malformed',
		cure: 'Choose One CSV File per Page, or run the node again.',
	});
}

/** A page of the export: its header row and its rows, each with its line end. */
interface CsvPage {
	columns: string;
	rows: string[];
	fileName?: string;
	body: unknown;
}

/** Reads a page, without formulas unless the user wants the text of the service as it is. */
function createCsvPageReader(context: ItemContext): (answer: Answer) => Promise<Page<CsvPage>> {
	const keepsFormulas = context.parameters.options.defuseFormulas === false;
	return async (answer) => await readCsvPage(answer, keepsFormulas);
}

/** Whether this is CSV: by its label or, where that says nothing, by its header row. */
function isCsv(type: string, columns: string): boolean {
	if (type === 'text/csv') return !columns.startsWith('<');
	return /^$|\/octet-stream$|^text\/plain$/.test(type) && /^"?\w+"?,/.test(columns);
}

async function readCsvPage(answer: Answer, keepsFormulas: boolean): Promise<Page<CsvPage>> {
	const whole = await readWholeBody(answer);
	const records = csvRecords(Buffer.isBuffer(whole) ? whole.toString('utf8') : '');
	const [columns, ...rows] = keepsFormulas ? records : records.map(withoutFormulas);
	if (columns === undefined || !isCsv(mediaType(answer), columns)) {
		throw unreadableAnswerFailure(answer, 'The service did not answer with CSV');
	}
	const [, fileName] =
		/filename="?([^";]+)"?/.exec(header(answer, 'content-disposition') ?? '') ?? [];
	return {
		content: { columns, rows, fileName, body: answer.body },
		entries: rows.length,
		nextCursor: header(answer, 'x-next-cursor'),
		times: () => csvTimes(columns, rows),
	};
}

interface FocusPage {
	entries: UsageEntry[];
	body: unknown;
}

/** Whom the export is about; throws a ServiceFailure that names the field that is empty. */
export function readFocusParties(context: ItemContext): FocusParties {
	const { billingAccountId, providerName } = context.parameters;
	const read = (label: string, given: unknown) =>
		String(accept({ label, kind: 'text', required: true }, given, 'UTC')).trim();
	return {
		account: read('Billing Account ID', billingAccountId),
		provider: read('Provider Name', providerName),
	};
}

/** The entries of a walk as a FOCUS file (docs/focus.md). */
export async function storeFocusFile(
	context: ItemContext,
	{ request, ...source }: HistorySource,
	fileName: string,
): Promise<StoredHistory> {
	const headers = { ...request.headers, Accept: 'application/json' };
	const streamed = { ...request, headers, encoding: 'stream' as const };
	const parties = readFocusParties(context);
	const labels = readCostLabels(context);
	const keepsFormulas = context.parameters.options.defuseFormulas === false;
	return await storeHistoryFile(context, { ...source, request: streamed }, fileName, {
		read: readFocusPage,
		head: () => FOCUS_HEADER,
		rows: ({ content, skip, end }) =>
			content.entries.slice(skip, end).map((entry) => {
				const record = focusCsvLine(focusRow(entry, parties, labels));
				return keepsFormulas ? record : withoutFormulas(record);
			}),
	});
}

async function readFocusPage(answer: Answer): Promise<Page<FocusPage>> {
	const body = decodeBody(await readWholeBody(answer));
	const { content: entries, ...page } = readExactHistoryPage({ ...answer, body });
	return { ...page, content: { entries, body: answer.body } };
}
