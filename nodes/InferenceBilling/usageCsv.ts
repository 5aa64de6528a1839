import type {
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import {
	header,
	mediaType,
	unreadable,
	wholeBody,
	type Answer,
} from '../../lib/transport/http/answer';
import { ServiceFailure } from '../../lib/transport/errors/failure';
import { fileNameOf, storedItem } from '../../lib/transport/files/outputFile';
import { cursorPages, type Page } from '../../lib/transport/pages/cursorPages';
import type { Send } from '../../lib/transport/runOperation';
import { streamOf } from '../../lib/transport/files/streams';
import { csvRecords, withoutFormulas } from '../../lib/usage/csv';

interface CsvPage {
	columns: string;
	rows: string[];
	fileName?: string;
	/** The body that the page was read from. */
	body: unknown;
}

/** The export files of the service, one item a page, under the names the service gives them. */
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

/** All pages in one file under one header row; one page is in memory at a time. */
export async function csvFile(
	context: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
	send: Send,
): Promise<INodeExecutionData> {
	const fileName = fileNameOf(
		context.getNodeParameter('options.fileName', ''),
		'billing-usage-history',
		'csv',
	);
	const pages = cursorPages(options, send, pageReader(context));
	const first = await pages.next();
	if (first.done === true)
		throw new ServiceFailure('The service sent no page', { kind: 'malformed' });
	const { columns, body } = first.value.content;
	let entries = 0;
	let failure: unknown;

	async function* joined(): AsyncGenerator<Buffer> {
		yield Buffer.from(columns);
		for (let page = first; page.done !== true;) {
			const { content, skip } = page.value;
			if (content.columns !== columns) {
				failure = columnsChanged();
				throw failure;
			}
			const rows = content.rows.slice(skip);
			entries += rows.length;
			if (rows.length > 0) yield Buffer.from(rows.join(''));
			page = await pages.next().catch((error: unknown) => {
				failure = error;
				throw error;
			});
		}
	}

	const content = streamOf(joined(), body);
	const stored = await storedItem(context, content, fileName, 'text/csv').catch(
		(error: unknown) => {
			// The store may wrap what stopped the stream; the cause itself is what the user is to see.
			throw failure ?? error;
		},
	);
	return { ...stored, json: { ...stored.json, entries } };
}

/** Reads a page, without formulas unless the user wants the text of the service as it is. */
function pageReader(context: IExecuteSingleFunctions): (answer: Answer) => Promise<Page<CsvPage>> {
	const asItIs = context.getNodeParameter('options.defuseFormulas', true) === false;
	return async (answer) => await csvPage(answer, asItIs);
}

async function csvPage(answer: Answer, asItIs: boolean): Promise<Page<CsvPage>> {
	const whole = await wholeBody(answer);
	const records = csvRecords(Buffer.isBuffer(whole) ? whole.toString('utf8') : '');
	const [columns, ...rows] = asItIs ? records : records.map(withoutFormulas);
	if (mediaType(answer) !== 'text/csv' || columns === undefined) {
		throw unreadable(answer, 'The service did not answer with CSV');
	}
	const [, fileName] =
		/filename="?([^";]+)"?/.exec(header(answer, 'content-disposition') ?? '') ?? [];
	return {
		content: { columns, rows, fileName, body: answer.body },
		entries: rows.length,
		nextCursor: header(answer, 'x-next-cursor'),
	};
}

function columnsChanged(): ServiceFailure {
	return new ServiceFailure('The columns of the export changed between two pages', {
		kind: 'malformed',
		cure: 'Choose One CSV File per Page, or run the node again.',
	});
}
