/**
 * A CSV text as its records, each with its line end, the header first; line ends inside quotes belong to the record.
 * The columns of the export are not specified, so they are only compared, never interpreted (docs/service.md#usage-history).
 */
export function csvRecords(text: string): string[] {
	const records: string[] = [];
	let quoted = false;
	let begin = 0;
	for (let index = 0; index < text.length; index++) {
		const character = text[index];
		if (character === '"') quoted = !quoted;
		if (character !== '\n' || quoted) continue;
		records.push(text.slice(begin, index + 1));
		begin = index + 1;
	}
	if (begin < text.length) records.push(`${text.slice(begin)}\n`);
	return records;
}

/** What a spreadsheet takes for the start of a formula (OWASP, CSV Injection). */
const FORMULA = /^[=+\-@\t\r\n]/;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** A record in which no cell is a formula for a spreadsheet: an apostrophe stands before what would be one. Numbers stay as they are. */
export function withoutFormulas(record: string): string {
	const end = /\r?\n$/.exec(record)?.[0] ?? '';
	const cells: string[] = [];
	let quoted = false;
	let start = 0;
	const body = record.slice(0, record.length - end.length);
	for (let index = 0; index <= body.length; index++) {
		if (body[index] === '"') quoted = !quoted;
		if (index < body.length && (body[index] !== ',' || quoted)) continue;
		cells.push(harmless(body.slice(start, index)));
		start = index + 1;
	}
	return cells.join(',') + end;
}

function harmless(cell: string): string {
	const quote = cell.startsWith('"') ? '"' : '';
	const text = quote === '' ? cell : cell.slice(1).replace(/"$/, '');
	return FORMULA.test(text) && !NUMBER.test(text) ? `${quote}'${cell.slice(quote.length)}` : cell;
}
