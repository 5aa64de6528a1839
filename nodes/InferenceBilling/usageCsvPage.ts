import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { header, mediaType, unreadable, wholeBody, type Answer } from '../../lib/base/answer';
import type { Page } from '../../lib/pages/cursorPages';
import { csvRecords, csvTimes, withoutFormulas } from '../../lib/usage/csv';

/** A page of the export: its header row and its rows, each with its line end. */
export interface CsvPage {
	columns: string;
	rows: string[];
	fileName?: string;
	/** The body that the page was read from. */
	body: unknown;
}

/** Reads a page, without formulas unless the user wants the text of the service as it is. */
export function pageReader(
	context: IExecuteSingleFunctions,
): (answer: Answer) => Promise<Page<CsvPage>> {
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
