import type {
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import { header, mediaType, unreadable, wholeBody, type Answer } from '../../lib/base/answer';
import { failureOf, ServiceFailure } from '../../lib/base/failure';
import { streamOf } from '../../lib/base/streams';
import { fileNameOf, storedItem } from '../../lib/files/outputFile';
import type { Run, Send } from '../../lib/http/send';
import { cursorPages, type Page } from '../../lib/pages/cursorPages';
import { historyPages } from '../../lib/pages/historyPages';
import type { HistoryPage } from '../../lib/pages/historyReader';
import { csvRecords, csvTimes, withoutFormulas } from '../../lib/usage/csv';

/** The export files of the service, one item a page, under the names that the service sets; they follow each other by their cursors. */
export async function csvPages(
	context: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
	send: Send,
): Promise<INodeExecutionData[]> {
	const items: INodeExecutionData[] = [];
	for await (const { content, skip } of cursorPages(options, send, pageReader(context))) {
		const rows = content.rows.slice(skip);
		const stem = `billing-usage-history-${items.length + 1}`;
		const fileName = fileNameOf(content.fileName?.split(/[\\/]/).pop(), stem, 'csv');
		const bytes = Buffer.from(content.columns + rows.join(''));
		const item = await storedItem(context, bytes, fileName, 'text/csv');
		items.push({ ...item, json: { ...item.json, entries: rows.length } });
	}
	return items;
}

/** All pages in one file under one header row; few pages are in memory at a time. */
export async function csvFile(
	context: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
	send: Send,
	run: Run,
): Promise<INodeExecutionData> {
	const given = context.getNodeParameter('options.fileName', '');
	const fileName = fileNameOf(given, 'billing-usage-history', 'csv');
	const pages = historyPages({ first: options, send, run, read: pageReader(context) });
	const first = await pages.next();
	if (first.done === true)
		throw new ServiceFailure('The service sent no page', { kind: 'malformed' });
	const joined = new JoinedPages(first.value, pages);
	const content = streamOf(joined.bytes(), first.value.content.body);
	const stored = await storedItem(context, content, fileName, 'text/csv').catch(
		(error: unknown) => {
			// The store may wrap what stopped the stream; the cause itself is what the user must see.
			throw joined.failure ?? error;
		},
	);
	return { ...stored, json: { ...stored.json, entries: joined.entries } };
}

/** Pages of the export, joined while they are read. */
class JoinedPages {
	/** How many entries were read. */
	entries = 0;

	/** What the reading stopped with. */
	failure: ServiceFailure | undefined;

	constructor(
		private readonly first: HistoryPage<CsvPage>,
		private readonly others: AsyncIterable<HistoryPage<CsvPage>>,
	) {}

	async *bytes(): AsyncGenerator<Buffer> {
		try {
			yield Buffer.from(this.first.content.columns);
			yield* this.rowsOf(this.first);
			for await (const page of this.others) yield* this.rowsOf(page);
		} catch (error) {
			this.failure = failureOf(error, 'malformed');
			throw this.failure;
		}
	}

	private *rowsOf({ content, skip, end }: HistoryPage<CsvPage>): Generator<Buffer> {
		if (content.columns !== this.first.content.columns) throw columnsChanged();
		const rows = content.rows.slice(skip, end);
		this.entries += rows.length;
		if (rows.length > 0) yield Buffer.from(rows.join(''));
	}
}

function columnsChanged(): ServiceFailure {
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
	/** The body that the page was read from. */
	body: unknown;
}

/** Reads a page, without formulas unless the user wants the text of the service as it is. */
function pageReader(context: IExecuteSingleFunctions): (answer: Answer) => Promise<Page<CsvPage>> {
	const asItIs = context.getNodeParameter('options.defuseFormulas', true) === false;
	return async (answer) => await csvPage(answer, asItIs);
}

/** Whether this is CSV: by its label or, where that says nothing, by its header row. */
function isCsv(type: string, columns: string): boolean {
	if (type === 'text/csv') return !columns.startsWith('<');
	return /^$|\/octet-stream$|^text\/plain$/.test(type) && /^"?\w+"?,/.test(columns);
}

async function csvPage(answer: Answer, asItIs: boolean): Promise<Page<CsvPage>> {
	const whole = await wholeBody(answer);
	const records = csvRecords(Buffer.isBuffer(whole) ? whole.toString('utf8') : '');
	const [columns, ...rows] = asItIs ? records : records.map(withoutFormulas);
	if (columns === undefined || !isCsv(mediaType(answer), columns)) {
		throw unreadable(answer, 'The service did not answer with CSV');
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
