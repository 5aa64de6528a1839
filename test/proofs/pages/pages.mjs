import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { page as benchmark } from '../bench/page.mjs';
import { formatted } from '../formatted.mjs';
import { PROOFS, proofsTable } from './proofs.mjs';

const docs = (/** @type {string} */ name) => join('docs', 'maintainers', name);
const results = (/** @type {string} */ name) => join('test', 'proofs', 'results', name);
const read = (/** @type {string} */ file) => readFileSync(file, 'utf8');
const result = (/** @type {string} */ name) => JSON.parse(read(results(name)));

/**
 * When each result was written: a result that has changed since is of today.
 * @returns {Record<string, { sha256: string, date: string }>}
 */
function currentDates() {
	const known = result('dates.json');
	const today = new Date().toISOString().slice(0, 10);
	return Object.fromEntries(
		PROOFS.map(({ result: file }) => {
			const sha256 = createHash('sha256')
				.update(read(results(file)))
				.digest('hex')
				.slice(0, 16);
			const date = known[file]?.sha256 === sha256 ? known[file].date : today;
			return [file, { sha256, date }];
		}),
	);
}

/** The files that do not show the committed results, each as it must be. */
export async function outdated() {
	const dates = currentDates();
	const table = proofsTable(result, dates);
	const measured = read(docs('measured.md')).replace(
		/<!-- proofs -->[^]*<!-- \/proofs -->/,
		() => `<!-- proofs -->\n\n${table}\n\n<!-- /proofs -->`,
	);
	const benchmarkFile = docs('benchmark.md');
	const datesFile = results('dates.json');
	const written = [
		{ file: datesFile, text: await formatted(datesFile, JSON.stringify(dates)) },
		{ file: docs('measured.md'), text: measured },
		{
			file: benchmarkFile,
			text: await formatted(benchmarkFile, benchmark(result('benchmark.json'))),
		},
	];
	return written.filter(({ file, text }) => read(file) !== text);
}
