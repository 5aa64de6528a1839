/** @typedef {Record<string, any>} Json */

/** @param {number} value */
const n = (value) => value.toLocaleString('en');
/** @param {number[]} values */
const sum = (values) => values.reduce((total, value) => total + value, 0);
/** @param {Json[]} rows @param {(row: Json) => unknown} is */
const count = (rows, is) => rows.filter((row) => is(row)).length;

/** @param {Json} run */
const stopped = ({ n8n, executions, killed, ...of }) =>
	`Paid work stopped in a real n8n ${n8n}: of ${executions} executions, the execution or its error names ${of.named}, and n8n's log ${of.logged}; *Retry* takes up ${of.takenUp}, refuses ${of.refused} as perhaps charged, and pays again for ${of.paidAgain} (sub-workflows). Of ${killed} killed after the charge, *Retry* pays again for ${of.killedAndPaidAgain}`;

/** @param {Json} run */
const exactlyOnce = ({ n8n, recorded, kills, stored, handedOver, drained }) =>
	`The trigger in a real n8n ${n8n} through ${kills} kills: of ${n(recorded.entries)} entries, stored by ID, ${n(stored.once.missing)} missing and ${n(stored.once.repeated)} twice; ${n(handedOver.replayed)} replays${drained ? '' : '; the run ended before n8n had caught up'}`;

/**
 * The long proofs: what each shows, with the figures of its committed result, and the command that repeats it.
 * @type {Array<{ proof: string, command: string, result: string, shown: (result: any) => string }>}
 */
export const PROOFS = [
	{
		proof: 'Faults',
		command: 'faults',
		result: 'faults.json',
		shown: ({ calls, byKind, items, answered, explained, chargedTwice, lost, cancelMs }) =>
			`Nine kinds of work, one request in five in trouble: ${n(calls)} requests, ${n(sum(Object.values(byKind).map(({ met }) => met)))} of them met it. ${n(answered)} of ${n(items)} items answered, ${n(explained)} ended with an error that explains itself, ${n(items - answered - explained)} neither; ${n(chargedTwice)} charged more than once, ${n(lost)} charged and their answer lost, which the error says. A stop ended everything within ${Math.max(...Object.values(cancelMs))} ms`,
	},
	{
		proof: 'Lost answers',
		command: 'faults lost',
		result: 'lost-answers.json',
		shown: ({ operations, faults, ways, runs, named, paidTwice, hung }) =>
			`${operations} paid operations × ${faults} faults × ${ways} ways (as it is, *Retry On Fail*, *Retry*), ${n(runs)} runs: ${n(paidTwice)} charged twice, ${n(named)} charged without an answer, which each error says, ${n(hung)} still running after a minute`,
	},
	{
		proof: 'Statuses',
		command: 'faults statuses',
		result: 'statuses.json',
		shown: ({ operations, statuses, forms, runs, wrong }) =>
			`${operations} paid operations × ${statuses} statuses × ${forms} bodies, ${n(runs)} runs: in ${n(wrong)} the charge differed from the error message, charged twice, or above the cap`,
	},
	{
		proof: 'Jobs in trouble',
		command: 'faults jobs',
		result: 'jobs.json',
		shown: ({ engines }) =>
			`Links, polls, words and refusals that go wrong: ${engines.map((/** @type {Json} */ { engine, runs, wrong }) => `${n(runs)} jobs in n8n-core ${engine}, ${n(wrong)} paid twice, thrown away or misreported`).join('; ')}`,
	},
	{
		proof: 'Stops, one process',
		command: 'stop',
		result: 'stop-regular.json',
		shown: stopped,
	},
	{
		proof: 'Stops, queue mode',
		command: 'stop --mode queue',
		result: 'stop-queue.json',
		shown: stopped,
	},
	{
		proof: 'Fallback models',
		command: 'fallback',
		result: 'fallback.json',
		shown: ({ items, answeredByFallback, chargedTwice, abovePrice, lost, dead }) =>
			`A first model that is dead in one of ${dead.ways} ways, in ${dead.places} places: six items or four rounds answered within ${dead.seconds} s, at most ${dead.mostPerMinute} requests a minute to it, back after ${dead.secondsUntilBack} s at most. ${n(items)} items, half of the requests in trouble: ${n(answeredByFallback)} answered by another model, ${n(chargedTwice)} charged twice, ${n(abovePrice)} above the price limit, ${n(lost)} charged without an answer, which each error says`,
	},
	{
		proof: 'Processes that share a key',
		command: 'cluster',
		result: 'cluster.json',
		shown: ({ seeds, combinations }) =>
			`${combinations} combinations of limiter, load and processes (${seeds} seeds, simulated time) with the package's own pacer. No limiter of a real service has been measured`,
	},
	{
		proof: 'Queue mode',
		command: 'queue --workers 6 --chats 600 --out test/proofs/results/queue.json',
		result: 'queue.json',
		shown: ({ n8n, passed, failed, load }) =>
			`A real n8n ${n8n}, six workers with one key and 60 requests a minute: ${n(load.answered ?? 600)} chats answered and charged once; ${passed} checks passed, ${failed} failed`,
	},
	{
		proof: 'The trigger, default engine',
		command: 'exactly-once --engine default',
		result: 'exactly-once/default.json',
		shown: exactlyOnce,
	},
	{
		proof: 'The trigger, durable cursors',
		command: 'exactly-once --engine durable',
		result: 'exactly-once/durable.json',
		shown: exactlyOnce,
	},
	{
		proof: 'A work list',
		command: 'work-list',
		result: 'exactly-once/work-list.json',
		shown: ({ items, kills, answered, paidTwice, paidTwiceAndNotNamed }) =>
			`The example *work-list* through ${kills} kills: ${n(answered)} of ${n(items)} rows answered, ${n(paidTwice)} paid for more than once, ${n(paidTwiceAndNotNamed)} of them not named`,
	},
	{
		proof: 'Changed answers',
		command: 'mutations',
		result: 'mutations.json',
		shown: ({ answers, changes, calls, quietlyWrong, rawMessages, hangs }) =>
			`${n(answers)} answers changed in ${Object.keys(changes).length} ways, for ${calls} kinds of call: ${n(quietlyWrong)} items that look right and are not, ${n(rawMessages)} errors in words of the programming language, ${n(hangs)} calls that did not end`,
	},
	{
		proof: 'Answers of a later version',
		command: 'drift',
		result: 'drift.json',
		shown: ({ answers, calls, refused, wrong }) =>
			`${n(answers)} answers with a field more, a new word, an odd entry or another label, for ${calls} kinds of call: ${n(refused)} refused in words, ${n(wrong)} wrong or missing without a word`,
	},
	{
		proof: 'Hostile input',
		command: 'fuzz',
		result: 'fuzz.json',
		shown: ({ cases, crashes, hangs, leaks }) =>
			`${n(cases)} hostile offers, streams, refusals, headers, histories and media: ${n(crashes)} crashes, ${n(hangs)} hangs, ${n(leaks)} leaked secrets`,
	},
	{
		proof: 'Enclaves',
		command: 'enclave',
		result: 'enclave.json',
		shown: ({ mutations, wrong, encryptedChats }) =>
			`${n(mutations)} pieces of recorded evidence with one byte changed, ${wrong.length} accepted; ${n(encryptedChats.chats)} encrypted chats with a fifth of the requests in trouble, ${n(encryptedChats.chargedTwice)} charged twice, ${n(encryptedChats.inPlain)} in plain text`,
	},
	{
		proof: 'Damaged recordings',
		command: 'recordings',
		result: 'recordings.json',
		shown: ({ files, damages, transcribed, gaps, refused, lostSeconds }) =>
			`${n(files)} recordings with ${damages} kinds of damage, heard by ffmpeg: ${n(transcribed)} whole, ${n(gaps)} with each gap named, ${n(refused)} refused, ${n(lostSeconds)} seconds lost in silence`,
	},
	{
		proof: 'Long recordings',
		command: 'transcribe',
		result: 'transcribe.json',
		shown: ({ recordings, formats, joined }) => {
			const all = [...recordings, ...formats, ...joined];
			return `Ten hours of speech in parts, ${new Set(formats.map((/** @type {Json} */ { format }) => format)).size} formats, and joined speech: ${sum(all.map(({ lost }) => lost))} words lost, ${sum(all.map(({ added }) => added))} added`;
		},
	},
	{
		proof: 'Changed subtitles',
		command: 'subtitles',
		result: 'subtitles.json',
		shown: ({ files, refused, withTimesSpoken, withStrangeNumbers, withCuesDropped }) =>
			`${n(files)} files beside ffmpeg and a parser by the W3C's rules: ${n(refused)} refused, ${n(withTimesSpoken)} with a time that is spoken, ${n(withStrangeNumbers)} with a number that neither hears, ${n(withCuesDropped)} with a cue dropped that both hear`,
	},
	{
		proof: 'Reports against SQL',
		command: 'report',
		result: 'report-proof.json',
		shown: ({ histories, entries, figures, differences, months }) =>
			`${histories} histories, ${n(entries)} entries: ${n(figures)} figures, ${n(differences)} differences to PostgreSQL, to the last digit; ${n(months.count)} random months: ${n(months.numbers)} numbers of message and page, ${n(months.differences)} differences to exact arithmetic`,
	},
	{
		proof: 'Rounds of chance',
		command: 'seeds',
		result: 'seeds.json',
		shown: ({ suites }) =>
			`${suites.length} randomized suites with all their rounds: wallets, histories, limits, jobs, the trigger`,
	},
	{
		proof: 'Broken lines',
		command: 'broken-lines',
		result: 'broken-lines.json',
		shown: ({ found, notFound }) =>
			`${found + notFound.length} lines broken one at a time: ${found} found by a test, ${notFound.length} not`,
	},
	{
		proof: 'Beside the OpenAI Chat Model',
		command: 'ai-table',
		result: 'ai-table.json',
		shown: ({ own, other }) =>
			`${own.name} and ${other.name} under one agent: tool calls, streams, usage, cost, refusals, stops`,
	},
	{
		proof: 'Agents under faults',
		command: 'stress',
		result: 'ai-stress.json',
		shown: ({ own, ownRepeating, other }) =>
			[own, ownRepeating, other]
				.map(
					({ name, answered, rounds }, index) =>
						`${name}${index === 1 ? ' with *Max Resends After Lost Responses*' : ''}: ${answered.all} of ${rounds} rounds answered`,
				)
				.join('; '),
	},
	{
		proof: 'First success',
		command: 'trial',
		result: 'trial.json',
		shown: ({ tasks, examples }) =>
			`${Object.keys(tasks).length} tasks of a new user in the editor, beside n8n's own nodes: ${count(Object.values(tasks), ({ ours }) => ours.failedRuns > 0)} failed first runs; ${examples.ran} of ${examples.ran + examples.asked.length} examples run at the first click`,
	},
	{
		proof: 'From a registry',
		command: 'registry',
		result: 'registry.json',
		shown: ({ n8n, passed, failed, parameters, workflows }) =>
			`Installed, updated and uninstalled in a real n8n ${n8n} from a registry on loopback: ${passed} checks passed, ${failed} failed; ${parameters} parameters of ${workflows} workflows kept`,
	},
	{
		proof: 'Compatibility',
		command: 'compat',
		result: 'compatibility.json',
		shown: (runs) =>
			runs
				.map((/** @type {Json} */ { n8n, node, passed, failed }) =>
					[
						`n8n ${n8n} on Node.js ${node.split('.')[0]}: ${passed} passed`,
						...(failed > 0 ? [`${failed} failed`] : []),
					].join(', '),
				)
				.join('; '),
	},
	{
		proof: 'Large files',
		command: 'large-files',
		result: 'large-files.json',
		shown: ({ n8n, rows }) =>
			`Memory that one large file adds to a real n8n ${n8n}: ${rows.map((/** @type {Json} */ { mode, file, fileMb, idleMb, peakMb }) => `${file} of ${fileMb} MB, mode \`${mode}\`: ${n(peakMb - idleMb)} MB`).join('; ')}`,
	},
	{
		proof: 'Benchmark',
		command: 'bench',
		result: 'benchmark.json',
		shown: () => "Time, limits and memory beside n8n's own nodes: see [benchmark](benchmark.md)",
	},
];

/** @param {(name: string) => any} result @param {Record<string, { date: string }>} dates */
export function proofsTable(result, dates) {
	const rows = PROOFS.map(({ proof, command, result: file, shown }) => [
		proof,
		`${shown(result(file))} ([result](../../test/proofs/results/${file}))`,
		`\`npm run proof -- ${command}\``,
		dates[file]?.date ?? 'never',
	]);
	const head = ['Proof', 'What it showed', 'Repeat', 'Last run'];
	return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
