export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * A CSV text as its records, each with its line end, the header first; line ends inside quotes belong to the record. Blank lines are none.
 * The columns of the export are not specified, so they are only compared, never interpreted (docs/maintainers/service.md#usage-history).
 */
export function csvRecords(text: string): string[] {
	const records: string[] = [];
	const addRecord = (record: string) => {
		if (record.trim() !== '') records.push(record);
	};
	let start = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
	for (let at = start; start < text.length; at++) {
		at = endOfCell(text, at);
		if (at >= text.length) {
			addRecord(`${text.slice(start)}\n`);
			break;
		}
		if (text[at] !== '\n') continue;
		addRecord(text.slice(start, at + 1));
		start = at + 1;
	}
	return records;
}

/** The moments that the service writes, to the millisecond and in UTC; any other form may be rounded. */
const SERVICE_TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** The times of the rows in Unix milliseconds, where the header row names a `timestamp` and every row has one. */
export function csvTimes(columns: string, rows: readonly string[]): number[] | undefined {
	const index = cellsOf(columns).indexOf('timestamp');
	if (index < 0) return undefined;
	const times = rows.map((row) => {
		const cell = cellsOf(row, index + 1)[index] ?? '';
		return SERVICE_TIMESTAMP.test(cell) ? Date.parse(cell) : NaN;
	});
	return times.some(Number.isNaN) ? undefined : times;
}

/** The first cells of a record as they are written, quotes included. */
function cellsOf(record: string, maxCells = Infinity): string[] {
	const cells: string[] = [];
	for (let at = 0; cells.length < maxCells && at < record.length;) {
		const end = endOfCell(record, at);
		cells.push(record.slice(at, end));
		at = end + 1;
	}
	return cells;
}

/** What a spreadsheet takes for the start of a formula (OWASP, CSV Injection). */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;
/** The same inside a cell, for a spreadsheet that separates by another character than the comma, so that no quote holds the cell together. */
const INNER_FORMULA = /[;|\t\r\n](?=[" ]*[=+\-@＝＋－＠])/g;
/** A sum that names a program or a cell elsewhere, which some spreadsheets run without a sign before it. */
const UNSIGNED_FORMULA = /^\s*[\d.,]+\s*[=+\-*/^&＝＋－].*[|!(]/;
const PLAIN_NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * A record in which no cell is a formula for a spreadsheet: an apostrophe stands before what would be one. Numbers stay as they are.
 * A cell whose quotes are not those of RFC 4180, so that programs read it differently, is quoted again.
 */
export function withoutFormulas(record: string): string {
	let safe = '';
	for (let at = 0; ;) {
		const end = endOfCell(record, at);
		safe += harmlessCell(record.slice(at, end));
		if (end >= record.length) break;
		safe += record.charAt(end);
		at = end + 1;
	}
	return safe.endsWith('\n') || !record.endsWith('\n') ? safe : `${safe}\n`;
}

const CELL_END = /[,\r\n]/g;

/** Where the cell that starts at `at` ends: at a comma or a line end, or at the end of the text. */
function endOfCell(text: string, at: number): number {
	const unquoted = text[at] === '"' ? endOfQuotes(text, at) : at;
	if (unquoted < 0) return text.length;
	CELL_END.lastIndex = unquoted;
	return CELL_END.exec(text)?.index ?? text.length;
}

/** The place after the quote that closes the one at `at`, -1 when none does; two quotes in it are one that is text. */
function endOfQuotes(text: string, at: number): number {
	let end = text.indexOf('"', at + 1);
	while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
	return end < 0 ? -1 : end + 1;
}

function harmlessCell(cell: string): string {
	if (!cell.includes('"')) return defusedText(cell);
	const isQuoted = cell.startsWith('"');
	const closed = isQuoted ? endOfQuotes(cell, 0) : 0;
	if (closed === cell.length) return `"${defusedText(cell.slice(1, -1))}"`;
	const [inside, rest] =
		closed < 0 ? [cell.slice(1), ''] : [cell.slice(1, closed - 1), cell.slice(closed)];
	const text = isQuoted ? inside.replaceAll('""', '"') + rest : cell;
	return `"${defusedText(text).replaceAll('"', '""')}"`;
}

/** Most cells: a name, a number or a time, which nothing in the expressions above can match. */
const HARMLESS = /^[A-Za-z\d][^;|\t\r\n!(]*$/;

function defusedText(text: string): string {
	if (HARMLESS.test(text)) return text;
	// Some readers end a record at a bare carriage return, inside quotes too.
	const safe = text.replace(/\r(?!\n)/g, '\n').replace(INNER_FORMULA, "$&'");
	const isFormula =
		(FORMULA_START.test(safe) && !PLAIN_NUMBER.test(safe)) || UNSIGNED_FORMULA.test(safe);
	return isFormula ? `'${safe}` : safe;
}
