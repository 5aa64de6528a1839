/** @typedef {{ median: number, worst: number }} Spread */
/** @typedef {{ kind: string, stated: boolean, limit: number, processes: number, refused: Spread, blocked: Spread, givenUp: Spread, ratio: Spread, leastShare: Spread }} Row */

/** @param {Spread} spread @param {(value: number) => string} [shown] */
const spread = ({ median, worst }, shown = String) =>
	shown(median) === shown(worst) ? shown(median) : `${shown(median)} (${shown(worst)})`;

/** @param {number} value */
const ratio = (value) => value.toFixed(2);

/** @param {string[]} head @param {Array<Array<string | number>>} rows */
const table = (head, rows) =>
	[head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** @param {Row[]} rows @param {boolean} stated */
function scenarios(rows, stated) {
	const shown = rows.filter((row) => row.stated === stated);
	const processes = [...new Set(shown.map((row) => row.processes))];
	const lines = [...new Set(shown.map(({ kind, limit }) => `${kind}|${limit}`))];
	return table(
		['Scenario', 'Limit', ...processes.map((count) => (count === 1 ? '1 process' : `${count}`))],
		lines.map((line) => [
			...line.split('|'),
			...processes.map((count) => {
				const row = shown.find(
					({ kind, limit, processes }) => processes === count && `${kind}|${limit}` === line,
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
				...[kind, limit, processes, stated ? 'stated' : 'estimated'],
				...[spread(blocked), spread(givenUp)],
			]),
	);

/** The part of the page that shows the figures. @param {{ date: string, seeds: number, rows: Row[] }} result */
export const clusterTables = ({ date, seeds, rows }) => `
Refused calls / time over the least possible, on ${date}: ${seeds === 1 ? 'one seed' : `the median of ${seeds} seeds, and the worst in parentheses where it differs`}. 300, 900 and 4,000 calls at limits of 20, 60 and 500 a minute.

![Refused calls by the number of processes, with the number estimated and stated](images/cluster.svg)

### The number is estimated

${scenarios(rows, false)}

### *Processes Sharing This Key* is set

${scenarios(rows, true)}

### Answers of the block, and items given up

All scenarios that had any:

${troubles(rows)}
`;
