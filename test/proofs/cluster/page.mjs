/** @typedef {{ median: number, worst: number }} Spread */
/** @typedef {{ group: string, kind: string, stated?: number, limit: number, processes: number, refused: Spread, blocked: Spread, givenUp: Spread, ratio: Spread, leastShare: Spread, silence: Spread }} Row */

/** @param {Spread} spread @param {(value: number) => string} [shown] */
const spread = ({ median, worst }, shown = String) =>
	shown(median) === shown(worst) ? shown(median) : `${shown(median)} (${shown(worst)})`;

/** What was never served has no time. @param {number | null} value */
const ratio = (value) => (value === null ? '-' : value.toFixed(2));

/** @param {string[]} head @param {Array<Array<string | number>>} rows */
const table = (head, rows) =>
	[head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** @template T @param {T[]} all */
const each = (all) => [...new Set(all)];

/** The middle one and the largest of what was measured. @param {Array<number | null>} values @returns {Spread} */
function over(values) {
	const sorted = values.flatMap((value) => value ?? []).sort((a, b) => a - b);
	return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, worst: sorted.at(-1) ?? 0 };
}

/** One line a limiter and limit: its starts, answers and failures together. @param {Row[]} rows */
function limiters(rows) {
	const lines = each(rows.map(({ kind, limit }) => `${kind.split(' | ')[0]}|${limit}`));
	return table(
		['Limiter', 'Limit', 'Time', 'Refused', 'Items given up', 'Longest silence'],
		lines.map((line) => {
			const [limiter, limit] = line.split('|');
			const all = rows.filter((row) => `${row.kind.split(' | ')[0]}|${row.limit}` === line);
			return [
				...[limiter, limit],
				spread(
					{
						median: over(all.map((row) => row.ratio.median)).median,
						worst: over(all.map((row) => row.ratio.worst)).worst,
					},
					ratio,
				),
				spread({
					median: over(all.map((row) => row.refused.median)).median,
					worst: over(all.map((row) => row.refused.worst)).worst,
				}),
				spread({
					median: over(all.map((row) => row.givenUp.median)).median,
					worst: over(all.map((row) => row.givenUp.worst)).worst,
				}),
				`${Math.round(over(all.map((row) => row.silence.worst)).worst)} s`,
			];
		}),
	);
}

/** One column for each of the values that a field has. @param {Row[]} rows @param {(row: Row) => number} column @param {string} first */
function scenarios(rows, column, first) {
	const columns = each(rows.map(column));
	const lines = each(rows.map(({ kind, limit }) => `${kind}|${limit}`));
	return table(
		['Scenario', 'Limit', ...columns.map((count, index) => (index ? `${count}` : first))],
		lines.map((line) => [
			...line.split('|'),
			...columns.map((count) => {
				const row = rows.find(
					(one) => column(one) === count && `${one.kind}|${one.limit}` === line,
				);
				return row ? `${spread(row.refused)} / ${spread(row.ratio, ratio)}` : '';
			}),
		]),
	);
}

/** @param {Row[]} rows */
const troubles = (rows) =>
	table(
		['Scenario', 'Limit', 'Processes', 'Number', 'Answers of the block', 'Items given up'],
		rows
			.filter(({ blocked, givenUp }) => blocked.worst > 0 || givenUp.worst > 0)
			.map(({ kind, limit, processes, stated, blocked, givenUp }) => [
				...[kind, limit, processes, stated === undefined ? 'estimated' : 'stated'],
				...[spread(blocked), spread(givenUp)],
			]),
	);

/** The part of the page that shows the figures. @param {{ date: string, seeds: number, rows: Row[] }} result */
export function clusterTables({ date, seeds, rows }) {
	const [one, busy, many] = ['one', 'busy', 'many'].map((name) =>
		rows.filter(({ group }) => group === name),
	);
	const estimated = many.filter(({ stated }) => stated === undefined);
	const stated = many.filter((row) => row.stated !== undefined);
	return `
On ${date}: ${seeds === 1 ? 'one seed' : `the median of ${seeds} seeds, and the worst in parentheses where it differs`}. Time is that over the least possible of the limiter.

### One process

Each line: started fresh, in a half and in an almost used window; answers of 0.1 to 0.4, 2 to 20 and 0.1 to 60 s; 0 and 20 % failures. 40, 150 and 1,100 calls at limits of 5, 20 and 500 a minute.

${limiters(one)}

### One busy process, several stated

Refused calls / time. 300, 900 and 4,000 calls at limits of 20, 60 and 500 a minute, here and below.

${scenarios(busy, (row) => row.stated ?? 1, '2 stated')}

### Several processes, their number estimated

![Refused calls by the number of processes, with the number estimated and stated](../images/cluster.svg)

${scenarios(estimated, (row) => row.processes, '2 processes')}

### Several processes, _Processes Sharing This Key_ is set

${scenarios(stated, (row) => row.processes, '2 processes')}

### Answers of the block, and items given up

All scenarios of several processes that had any:

${troubles(many)}
`;
}
