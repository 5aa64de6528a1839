import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { engines } from './engines.mjs';
import { tableOf } from './table.mjs';

const titles = { default: 'Default engine', durable: 'Durable cursors' };

const head = `# Exactly once, measured

This page is generated from the JSON files in [exactly-once](exactly-once): \`npm run exactly-once -- --page\` writes it anew.

What was measured: a real n8n, with its data in PostgreSQL, runs a workflow that polls every minute with the Inference Usage Trigger and
inserts each entry into two tables of another PostgreSQL database, once plainly and once with the entry's \`id\` as the key and conflicts skipped.
Meanwhile the local test service records entries at a steady rate: some with a timestamp up to 45 seconds in the past, some in bursts of one
moment that cross the borders of pages, some twice with every field equal. One in five requests of the trigger meets trouble: an answer of 500, 502 or 503,
a broken connection, a refused cursor, a slow answer. n8n is killed with SIGKILL and started again on the same data; the seed decides when, and many kills
are aimed at the moments where a crash could hurt. In the end n8n is left alone until it has caught up, and what arrived is compared with what was recorded.

**Handed over** is what n8n wrote into the rows of its executions. **Stored** is what the workflow then inserted: an execution that is killed while it runs
is marked as crashed by n8n and not run again by itself, whatever the trigger. Its entries are not lost: they are kept with the execution, and *Retry* in n8n's list of executions
runs it again with them. The last column shows the tables after every crashed execution was retried once.
`;

const foot = `## What it means for a workflow

- Store entries by their \`id\` and let a second arrival change nothing (in n8n's Postgres node: *Insert* with *Skip on Conflict*, or *Insert or Update* matching on \`id\`). A retried execution repeats what it had already inserted.
- After a crash of n8n, retry the executions that it marked as crashed.
- With n8n's default engine, the state of a polling trigger and the execution that belongs to it are written one after the other. A crash between the two cannot be seen by any trigger. Where that matters, turn on durable cursors:
  \`N8N_SCHEDULER_ENABLED\`, \`N8N_SCHEDULER_POLL_TRIGGERS_ENABLED\` and \`N8N_POLLER_DURABLE_CURSORS_ENABLED\` set to \`true\` (n8n 2.41; off by default). Both are then written in one transaction.

## Repeat it

\`npm run exactly-once -- --engine default\` or \`--engine durable\`, with \`--kills\`, \`--minutes\`, \`--rate\` and \`--seed\`. It needs PostgreSQL on the machine (Debian's \`postgresql\`), and takes as long as it is told to, plus some minutes.
The same seed gives the same entries, troubles and aims; the moments themselves depend on the machine.
`;

/**
 * Writes the page beside the folder of results.
 * @param {string} folder
 */
export function writePage(folder) {
	const sections = Object.keys(engines).flatMap((engine) => {
		const file = join(folder, `${engine}.json`);
		if (!existsSync(file)) return [];
		return [section(engine, JSON.parse(readFileSync(file, 'utf8')))];
	});
	writeFileSync(`${folder}.md`, [head, ...sections, foot].join('\n'));
}

/** @param {string} engine @param {any} result */
function section(engine, result) {
	const { recorded, answers, executions, handedOver, stored, afterRetry, kills, window } = result;
	const title = titles[/** @type {keyof typeof titles} */ (engine)];
	const aims = [...new Set(kills.map((/** @type {any} */ { aim }) => aim))].sort();
	return `## ${title}

n8n ${result.n8n}, ${result.startedAt.slice(0, 10)}, seed ${result.seed}: ${number(recorded.entries)} entries in ${result.minutes} minutes (${result.rate} per second and ${recorded.bursts} bursts of up to ${number(recorded.largestBurst)}; ${number(recorded.late)} late, ${number(recorded.twins)} pairs of equal ones), ${kills.length} kills.${result.drained ? '' : ' **The run ended before n8n had caught up.**'}

${tableOf(
	['', 'Handed over', 'Stored, plain insert', 'Stored by id', 'By id, after retries'],
	[
		['Rows', handedOver.rows, stored.each.rows, stored.once.rows, afterRetry.once.rows],
		[
			'Missing',
			handedOver.missing,
			stored.each.missing,
			stored.once.missing,
			afterRetry.once.missing,
		],
		[
			'Repeated',
			handedOver.repeated,
			stored.each.repeated,
			stored.once.repeated,
			afterRetry.once.repeated,
		],
		[
			'Under two ids',
			handedOver.otherId,
			stored.each.otherId,
			stored.once.otherId,
			afterRetry.once.otherId,
		],
		[
			'Never recorded',
			handedOver.unknown,
			stored.each.unknown,
			stored.once.unknown,
			afterRetry.once.unknown,
		],
	].map(([name, ...cells]) => [name, ...cells.map(number)]),
)}

${number(answers.requests)} requests for the history: ${number(answers.pages)} pages, ${answers.serverErrors} server errors, ${answers.withoutAnswer} without an answer, ${answers.refusedCursors} refused cursors.
Executions: ${Object.entries(executions)
		.filter(([name]) => name !== 'withoutEntries')
		.map(([name, count]) => `${count} ${name}`)
		.join(
			', ',
		)}; ${executions.withoutEntries} of them tell of a failed poll and have no entries. Of ${afterRetry.crashed} crashed ones ${afterRetry.succeeded} succeeded when retried.

${windowText(window)}

${tableOf(
	[
		'Kills aimed at',
		'Number',
		'State saved, execution not yet',
		'Execution created, state not yet',
	],
	aims.map((aim) => {
		const list = kills.filter((/** @type {any} */ kill) => kill.aim === aim);
		return [
			aim,
			list.length,
			list.filter((/** @type {any} */ kill) => kill.stateWithoutExecution).length,
			list.filter((/** @type {any} */ kill) => kill.executionWithoutState).length,
		];
	}),
)}

${lossText(handedOver)}
`;
}

/** @param {{ handOffs: number, leastMs: number | null, medianMs: number | null, mostMs: number | null }} window */
const windowText = ({ handOffs, leastMs, medianMs, mostMs }) =>
	handOffs === 0
		? 'No hand-off was seen.'
		: `In ${handOffs} hand-offs n8n wrote the execution ${medianMs} ms after the state (median; from ${leastMs} to ${mostMs} ms).`;

/** @param {{ losses: any[], repeats: any[] }} handedOver */
function lossText({ losses, repeats }) {
	const lines = [
		...losses.map(
			({ kill, aim, entries, inWindow }) =>
				`- ${number(entries)} entries missing at kill ${kill ?? 'none'} (${aim ?? 'no kill near'}): ${inWindow ? 'the state was saved and its execution not created' : 'not explained by that window'}.`,
		),
		...repeats.map(
			({ executions, entries, kills, inWindow }) =>
				`- ${number(entries)} entries repeated in executions ${executions} (kills between: ${kills.join(', ') || 'none'}): ${inWindow ? 'the execution was created and its state not saved' : 'not explained by that window'}.`,
		),
	];
	return lines.length > 0 ? lines.join('\n') : 'Nothing was lost or repeated in the hand-over.';
}

/** @param {number | string} value */
const number = (value) => (typeof value === 'number' ? value.toLocaleString('en-US') : value);
