import { parse } from 'csv-parse/sync';
import fc from 'fast-check';

import { csvRecords, withoutFormulas } from '../../../../lib/billing/csv';
import { attempt, must, type Fuzzer } from '../fuzzer';
import { redact } from '../secrets';
import { oddText } from '../values';

interface Case {
	/** Rows that are quoted as RFC 4180 has it. */
	rows: string[][];
	end: string;
	/** Anything, after them. */
	tail: string;
}

const PIECES = [
	'"',
	'""',
	',',
	'\n',
	'\r\n',
	'\r',
	'=cmd()',
	'+1',
	'-2',
	'@A',
	'\t',
	'a',
	' ',
	"'",
];
const cell = fc.oneof(
	fc.constantFrom(
		'1.5',
		'-0.25',
		'2026-03-01',
		'=1+1',
		'-5e-7',
		'+49',
		'@x',
		'a,b',
		'a\n=b',
		'a"b',
	),
	oddText,
);

const cases: fc.Arbitrary<Case> = fc
	.record({
		width: fc.integer({ min: 1, max: 4 }),
		cells: fc.array(cell, { maxLength: 12 }),
		end: fc.constantFrom('\n', '\r\n'),
		tail: fc.oneof(
			{ weight: 1, arbitrary: fc.constant('') },
			{
				weight: 1,
				arbitrary: fc
					.array(fc.constantFrom(...PIECES), { maxLength: 14 })
					.map((all) => all.join('')),
			},
		),
	})
	.map(({ width, cells, end, tail }) => {
		const count = Math.ceil(cells.length / width);
		const row = (index: number) =>
			Array.from({ length: width }, (_, column) => cells[index * width + column] ?? '');
		return { rows: Array.from({ length: count }, (_, index) => row(index)), end, tail };
	});

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
/** What spreadsheets run, also in the full width of East Asian keyboards. */
const RUNS = /^[=+\-@\t\r\n＝＋－＠]/;
const INNER = /^[" ]*[=+\-@＝＋－＠]/;
const isFormula = (text: string) => RUNS.test(text) && !NUMBER.test(text);

/** As a spreadsheet reads it: quotes in the middle of a cell are text, and each kind of line end ends a record. */
const readAs = (text: string, delimiter = ','): string[][] =>
	parse(text, {
		delimiter,
		relax_quotes: true,
		relax_column_count: true,
		record_delimiter: ['\r\n', '\n', '\r'],
		skip_empty_lines: false,
	});

/** Blank lines and a byte order mark are no records, and the last one may have no end. */
const withoutEnds = (text: string) =>
	text
		.replace(/^\uFEFF/, '')
		.split(/\r\n|\n|\r/)
		.filter((line) => line.trim() !== '')
		.join('\n');

const same = (rows: string[][]) => JSON.stringify(rows).replaceAll("'", '');

async function check({ rows, end, tail }: Case): Promise<string> {
	const proper = rows.map((row) => row.map(quoted).join(',') + end).join('');
	// What arrives are bytes, in which no half of a character is left.
	const text = redact.text(Buffer.from(proper + tail).toString('utf8'));
	const { value: records } = await attempt(() => csvRecords(text));
	must(records !== undefined, 'every text has records');
	must(withoutEnds(records.join('')) === withoutEnds(text), 'records lose and add nothing');
	const { value: safe } = await attempt(() => records.map(withoutFormulas).join(''));
	must(safe !== undefined, 'every record can be defused');
	const dangerous = read(safe).flat().find(isFormula);
	must(dangerous === undefined, `no cell is a formula: ${JSON.stringify(dangerous)}`);
	const inner = [';', '\t', '|'].flatMap((delimiter) =>
		read(safe, delimiter).flatMap(([, ...others]) => others.filter((one) => INNER.test(one))),
	);
	must(inner.length === 0, `no cell behind another separator is one: ${JSON.stringify(inner[0])}`);
	if (tail === '' && text === proper && !text.startsWith('\uFEFF')) {
		// A blank line is no record.
		const kept = rows.filter((row) => row.length > 1 || row.join('').trim() !== '');
		must(records.length === kept.length, 'a record is a row');
		must(
			same(readAs(safe)) === same(kept),
			'another parser reads the same cells, apart from apostrophes',
		);
		return 'proper';
	}
	return 'odd';
}

/** What no parser can read, a quote that is never closed, is no cell either. */
function read(text: string, delimiter = ','): string[][] {
	try {
		return readAs(text, delimiter);
	} catch {
		return [];
	}
}

export const csv: Fuzzer<Case> = { name: 'CSV', runs: 3_000, cases, check };
