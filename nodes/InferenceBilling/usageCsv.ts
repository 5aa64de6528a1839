import type { IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';

import {
	header,
	mediaType,
	unreadableAnswerFailure,
	readWholeBody,
	type Answer,
} from '../../lib/core/answer';
import { ServiceFailure } from '../../lib/core/failure';
import { beforeExtension, fileNameOf, itemNumber } from '../../lib/files/fileName';
import { storeItem } from '../../lib/files/outputFile';
import { cursorPages, type Page } from '../../lib/billing/pages/cursorPages';
import { csvRecords, csvTimes, withoutFormulas } from '../../lib/billing/csv';
import { readByteOrderMark, storeHistoryFile, type StoredHistory } from './historyFile';
import type { HistorySource } from './walkCharges';

/** The export files of the service, one item a page, under the names that the service sets; they follow each other by their cursors. */
export async function csvPageItems(
	context: IExecuteSingleFunctions,
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
	context: IExecuteSingleFunctions,
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
function createCsvPageReader(
	context: IExecuteSingleFunctions,
): (answer: Answer) => Promise<Page<CsvPage>> {
	const keepsFormulas = context.getNodeParameter('options.defuseFormulas', true) === false;
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
