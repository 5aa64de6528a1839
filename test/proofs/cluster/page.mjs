/** @typedef {{ median: number, worst: number }} Spread */
/** @typedef {{ group: string, kind: string, stated?: number, limit: number, processes: number, served: Spread, refused: Spread, blocked: Spread, givenUp: Spread, ratio: Spread, silence: Spread }} Row */

/** @param {string[]} head @param {Array<Array<string | number>>} rows */
const table = (head, rows) =>
	[head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** @param {Row[]} rows @param {'served' | 'refused' | 'givenUp' | 'blocked'} key */
const sum = (rows, key) => rows.reduce((all, row) => all + row[key].median, 0);

/** The part of all calls that were served, in percent. @param {Row[]} rows @param {'refused' | 'givenUp' | 'blocked'} key */
function percent(rows, key) {
	const part = (100 * sum(rows, key)) / sum(rows, 'served');
	return part === 0 ? '0' : `${part < 0.1 ? part.toFixed(3) : part.toFixed(1)} %`;
}

/** What these cells came to. @param {Row[]} rows */
function figures(rows) {
	const times = rows.map(({ ratio }) => ratio.median).sort((a, b) => a - b);
	const mean = times.reduce((all, time) => all + time, 0) / times.length;
	const worst = Math.max(...rows.map(({ ratio }) => ratio.worst));
	return [
		...[times[Math.floor(times.length / 2)] ?? 0, mean, worst].map((time) => time.toFixed(2)),
		...[percent(rows, 'refused'), percent(rows, 'givenUp'), percent(rows, 'blocked')],
	];
}

const FIGURES = ['Time: median', 'Mean', 'Worst', 'Refused', 'Given up', 'Answers of the block'];

/** @param {Row[]} rows @param {(row: Row) => string} name */
function grouped(rows, name) {
	const names = [...new Set(rows.map(name))];
	return names.map((one) => ({ one, its: rows.filter((row) => name(row) === one) }));
}

/** The section on one process and several that share a key. @param {{ date: string, seeds: number, rows: Row[] }} result */
export function clusterSection({ date, seeds, rows }) {
	const group = (/** @type {string} */ name) => rows.filter((row) => row.group === name);
	const one = grouped(group('one'), ({ kind }) => kind.split(' | ')[0] ?? '');
	const several = grouped(
		group('many'),
		({ processes, stated }) => `${processes} | ${stated === undefined ? 'no' : 'yes'}`,
	);
	const busy = grouped(group('busy'), ({ stated }) => `1 | ${stated} stated`);
	return `On ${date}, \`npm run cluster\`: ${rows.length} cells in simulated time, ${seeds === 1 ? 'one seed' : `the median of ${seeds} seeds`}, with the package's own call, retries and pacer ([cluster.json](../../test/proofs/results/cluster.json)). Time is that over the least of someone who knows the limiter and all that comes. Refused calls, items given up and answers of the block are parts of the calls that were served.

One process at 5, 20 and 500 calls a minute: started fresh, in a half and in an almost used window; with quick answers, and with answers of up to 60 s, while 20 % of the calls fail.

${table(
	['Limiter', ...FIGURES],
	one.map(({ one: limiter, its }) => [limiter, ...figures(its)]),
)}

Several processes at 20 and 500 calls a minute: alone, beside a caller that ignores the limit, with clocks 5 s apart, slow answers, 20 % failures, a minute without connection, a sliding window, a bucket. Last, a single busy process where more are stated.

${table(
	['Processes', 'Number stated', ...FIGURES],
	[...several, ...busy].map(({ one: name, its }) => [...name.split(' | '), ...figures(its)]),
)}`;
}
