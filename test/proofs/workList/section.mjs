/** @param {number} value */
const number = (value) => value.toLocaleString('en-US');

/**
 * What the page shows of the work list.
 * @param {Record<string, any>} result of test/proofs/results/exactly-once/work-list.json
 */
export function workListSection(result) {
	const { items, kills, answered, charges, paidTwice, inFlightAtKills } = result;
	const rows = [
		['Rows answered', `${number(answered)} of ${number(items)}`],
		['Charges', number(charges)],
		['Rows in progress at a kill', number(inFlightAtKills)],
		['Rows paid for more than once', number(paidTwice)],
		['Charges beyond one per row', number(result.extraCharges)],
		['Rows paid for more than once whose `tries` is 1', number(result.paidTwiceAndNotNamed)],
	];
	const [first, last] = [0, -1].map((at) => number(result.answeredAtEachKill.at(at)));
	return `## A work list

\`npm run work-list\` runs the example [work-list](../../examples/work-list.json) in a real n8n ${result.n8n} with ${number(items)} rows and kills n8n ${kills} times with SIGKILL while it works on them ([result](../../test/proofs/results/exactly-once/work-list.json): ${result.startedAt.slice(0, 10)}, ${result.minutes} minutes, seed ${result.seed}). The first kill came after ${first} answers, the last after ${last}. Afterwards, the rows are compared with the ledger of the local service.

| | |
| --- | --- |
${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}

A row is claimed before it is sent. If n8n dies before the answer is stored, the row is sent and paid for again when its claim ends. \`tries\` counts the claims, so a value above 1 names every row that this can have happened to. Claims ended after one minute and runs followed each other in this run; the example uses ten minutes and one run a minute.
`;
}
