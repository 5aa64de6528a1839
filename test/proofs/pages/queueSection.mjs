/** @param {number} value */
const number = (value) => value.toLocaleString('en');

/**
 * What the page shows of the largest run in queue mode.
 * @param {Record<string, any>} result of test/proofs/results/queue.json
 */
export function queueSection({ n8n, startedAt, load, files, entries }) {
	const rows = [
		['Chats answered', `${number(load.answered)} of ${number(load.chats)}`],
		['Items given up', number(load.givenUp)],
		['Chats charged', number(load.charged)],
		['Requests refused by the limit', number(load.refused)],
		['Time', `${(load.seconds / 60).toFixed(1)} minutes`],
		['Speech files whole after a wait', `${number(files.files)} of ${number(files.files)}`],
		['Of these, taken up by another worker', number(files.readByAnotherWorker)],
		[
			'Entries that the Usage Trigger emitted, of those recorded',
			`${number(entries.emitted)} of ${number(entries.recorded)}`,
		],
	];
	return [
		`The largest run ([queue.json](../../test/proofs/results/queue.json), ${startedAt.slice(0, 10)}): n8n ${n8n} with ${load.workers} workers and one webhook processor, each with a pacer of its own, one key, and a limit of ${load.limitPerMinute} requests a minute.`,
		'',
		'| | |',
		'| --- | --- |',
		...rows.map((row) => `| ${row.join(' | ')} |`),
	].join('\n');
}
