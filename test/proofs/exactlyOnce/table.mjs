/**
 * A table in Markdown.
 * @param {string[]} head
 * @param {(string | number)[][]} rows
 */
export function tableOf(head, rows) {
	const texts = [head, ...rows.map((row) => row.map(String))];
	const widths = head.map((_, column) => Math.max(3, ...texts.map((row) => row[column].length)));
	/** @param {string[]} row */
	const line = (row) => `| ${row.map((text, column) => text.padEnd(widths[column])).join(' | ')} |`;
	return [
		line(texts[0]),
		line(widths.map((width) => '-'.repeat(width))),
		...texts.slice(1).map(line),
	].join('\n');
}
