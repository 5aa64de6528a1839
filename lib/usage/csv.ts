/**
 * A CSV text as its records, each with its line end, the header first; line ends inside quotes belong to the record.
 * The columns of the export are not specified, so they are only compared, never interpreted (SPECIFICATION, GET /billing/usage-history).
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
