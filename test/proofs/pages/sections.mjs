import { queueSection } from './queueSection.mjs';
import { paysAgain } from '../stop/rows.mjs';

/** @typedef {Record<string, any>} Json */

/** @param {number} value */
const number = (value) => value.toLocaleString('en');

/** @param {string[]} head @param {(string | number)[][]} rows */
const table = (head, rows) =>
	[head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** @param {Json} faults */
function faultsSection(faults) {
	const { calls, byKind, items, answered, explained, charges, chargedTwice, lost, blocked } =
		faults;
	const met = Object.values(byKind).reduce((sum, kind) => sum + kind.met, 0);
	return table(
		[`One run of ${number(calls)} requests, ${number(met)} of them in trouble`, ''],
		[
			['Items given to the nodes', number(items)],
			['Answered', number(answered)],
			['Ended with an error that explains itself', number(explained)],
			['Neither', number(items - answered - explained)],
			['Charges in the ledger', number(charges)],
			['Items charged more than once', number(chargedTwice)],
			['Items charged whose answer was lost on the way', number(lost)],
			["Answers of the service's block after too many failures", number(blocked)],
		],
	);
}

/** @param {Json} lost */
const lostSection = ({ operations, faults, ways, runs, ...lost }) =>
	table(
		[`${operations} paid operations × ${faults} faults × ${ways} ways, ${number(runs)} runs`, ''],
		[
			['Answered', number(lost.answered)],
			['Charged, and ended with an error that says so', number(lost.named)],
			['Not charged, and ended with an error', number(runs - lost.answered - lost.named)],
			['Charged twice', number(lost.paidTwice)],
			['Still running after a minute', number(lost.hung)],
		],
	);

/** @param {Json} run */
const statusSection = ({ operations, statuses, forms, ways, runs, again, wrong }) =>
	table(
		[
			`${operations} paid operations × ${statuses} statuses × ${forms} bodies × ${ways} ways, ${number(runs)} runs`,
			'',
		],
		[
			['Charged otherwise than the error says, charged twice, or above the cap', number(wrong)],
			['Played again, as they took over a minute on a busy machine', number(again)],
		],
	);

/** @param {Json} proof */
const jobsSection = ({ engines }) => {
	const [{ jobs, links, polls, words, refusals }] = engines;
	return table(
		[
			`${jobs} kinds of job × ${links} answers of links, ${polls} of polls, ${words} words, ${refusals} refusals`,
			'',
		],
		engines.flatMap((/** @type {Json} */ { engine, runs, wrong }) => [
			[`Jobs in n8n-core ${engine}`, number(runs)],
			['Paid twice, thrown away, or with an error that says something else', number(wrong)],
		]),
	);
};

/** @param {Json} proof */
const stoppedSection = ({ n8n, rows, crashes: all }) => {
	// One may have finished before the kill.
	const crashes = all.filter((/** @type {Json} */ { status }) => status === 'crashed');
	const count = (/** @type {(row: Json) => boolean} */ is, of = rows) => of.filter(is).length;
	const crashed = (/** @type {(row: Json) => boolean} */ is) => count(is, crashes);
	return [
		table(
			[
				`n8n ${n8n}: executions stopped while a charged call or job was in flight, or stalled`,
				rows.length,
			],
			[
				['Named in the custom data or the error of the execution', count(({ named }) => named)],
				['Named in the log of n8n', count(({ logged }) => logged)],
				['Taken up by *Retry*', count(({ takenUp }) => takenUp)],
				[
					'Refused by *Retry*, as the call may have been charged',
					count(({ retry }) => /charged/.test(retry)),
				],
				['*Retry* refused by n8n', count(({ retry }) => retry.startsWith('refused'))],
				[
					'*Retry* ended by n8n without running the node',
					count(({ retry, answered }) => retry === 'success' && !answered),
				],
				['Jobs fetched by *Retrieve* with the queue ID found', count(({ retrieved }) => retrieved)],
				[
					'Answered in the execution of a sub-workflow, which n8n does not stop',
					count(({ inSubWorkflow }) => inSubWorkflow),
				],
				['Charged again', count(paysAgain)],
			],
		),
		...(crashes.length === 0
			? []
			: [
					table(
						[`n8n ${n8n}: executions killed with SIGKILL after they were charged`, crashes.length],
						[
							['Jobs', crashed(({ name }) => isJob(name))],
							[
								'Jobs named in the log of n8n',
								crashed(({ name, logged }) => isJob(name) && logged),
							],
							[
								'Jobs fetched by *Retrieve* with the queue ID in the log',
								crashed(({ retrieved }) => retrieved),
							],
							[
								'Chats, long speech and transcriptions, which only the usage history of the service names',
								crashed(({ name }) => !isJob(name)),
							],
							['Paid again by *Retry*', crashed(paysAgain)],
						],
					),
				]),
	].join('\n\n');
};

const isJob = (/** @type {string} */ name) => ['Music', 'Video'].includes(name);

/** @param {Json} faults */
const stopsSection = ({ cancelMs }) =>
	table(
		['Stopped during', 'Ended after'],
		Object.entries(cancelMs).map(([what, ms]) => [what, `${ms} ms`]),
	);

/** @param {Json} proof */
const fallbackSection = ({ items, calls, answeredByFallback, chargedTwice, abovePrice, lost }) =>
	table(
		[`One run of ${number(items)} items in ${number(calls)} calls`, ''],
		[
			['Answered by another model', number(answeredByFallback)],
			['Items charged more than once', number(chargedTwice)],
			['Fallbacks above their price limit', number(abovePrice)],
			['Items charged whose answer was lost or broken on the way', number(lost)],
		],
	);

const transfers = {
	upload: (/** @type {number} */ files) =>
		files === 1 ? 'Upload of a file' : `Upload of ${files} files at once, each`,
	download: () => 'Download of a video',
};

/** @param {Json} benchmark */
function memorySection({ memory: { speech, subtitles, ...files } }) {
	const moved = Object.entries(transfers).flatMap(([kind, words]) =>
		files[kind].map((/** @type {Json} */ row) => [
			`${words(row.files)} of ${row.bytes / 1_000_000} MB`,
			row,
		]),
	);
	const spoken = speech.map((/** @type {Json} */ row) => [
		`Speech from ${number(row.bytes)} characters, joined into one file`,
		row,
	]);
	const dubbed = subtitles.map((/** @type {Json} */ row) => [
		`Speech from ${number(row.bytes)} subtitles, in one file`,
		row,
	]);
	return table(
		['', 'Growth over the idle process'],
		[...moved, ...spoken, ...dubbed].map(([what, { peakMb, idleMb }]) => [
			what,
			`${peakMb - idleMb} MB`,
		]),
	);
}

/** @param {Json} proof */
function reportSection({ histories, entries, figures, differences, results }) {
	const sizes = results.map((/** @type {Json} */ result) => result.entries);
	const zones = new Set(results.map((/** @type {Json} */ { zone }) => zone)).size;
	const changes = results.filter((/** @type {Json} */ { change }) => change !== null).length;
	return `${histories} histories of ${number(Math.min(...sizes))} to ${number(Math.max(...sizes))} entries, ${number(entries)} in all, in ${zones} time zones, ${changes} of them with a clock change: ${number(figures)} figures, ${number(differences)} differences to SQL in PostgreSQL, to the last digit ([report-proof.json](../../test/proofs/results/report-proof.json), \`npm run report-proof\`).`;
}

/** @param {Json} proof */
function transcribeSection({ recordings, formats, joined }) {
	const common = ['Parts', 'Words', 'Lost', 'Added'];
	/** @param {Json} row @param {Json} words */
	const counts = ({ parts, words }, { lost, added }) => [number(parts), number(words), lost, added];
	// The runs of a recording differ in time and memory alone.
	const first = recordings.filter(
		(/** @type {Json} */ { name }, /** @type {number} */ index) =>
			recordings.findIndex((/** @type {Json} */ other) => other.name === name) === index,
	);
	const long = first.map((/** @type {Json} */ row) => [
		`${row.hours} hours of WAV, cut ${row.cuts}`,
		...counts(row, row.transcript),
		`${row.subtitles.format.toUpperCase()}, ${number(row.subtitles.cues)} cues`,
		`${row.latestMs} ms`,
		`${growths(recordings, row.name)} MB`,
	]);
	const split = formats.map((/** @type {Json} */ row) => [
		`${row.minutes} minutes of ${row.format}, cut ${row.cuts}`,
		...counts(row, row),
	]);
	const files = joined.map((/** @type {Json} */ row) => [
		row.format === 'flac' ? 'FLAC' : 'Ogg Opus',
		...counts(row, row),
		`\`${row.acceptedBy}\``,
		`${row.longerMs} ms`,
	]);
	return [
		table(['Through the node', ...common, 'Subtitles', 'Off by', 'Memory'], long),
		table(['Split and heard', ...common], split),
		table(['Joined speech', ...common, 'Accepted by', 'Longer by'], files),
	].join('\n\n');
}

/** @param {Json} proof */
function recordingsSection({ summary, rows }) {
	const encoders = new Set(rows.map((/** @type {Json} */ { name }) => name)).size;
	return table(
		[
			`${summary.files} files: ${encoders} kinds of recording, ${summary.damages} kinds of damage`,
			'',
		],
		[
			['Transcribed whole', summary.transcribed],
			['Transcribed, with each second that is missing named', summary.gaps],
			['Refused', summary.refused],
			['Seconds lost in silence', summary.lostSeconds],
			[
				'Seconds changed inside of frames that have no checksums, such as those of M4A',
				summary.blurredSeconds,
			],
			['Largest error of a time in a transcript', `${summary.largestTimeError * 1000} ms`],
			[
				'Largest difference to what ffprobe reports as the duration of the file, or of the file before bytes in it were changed',
				`${summary.largestDurationError * 1000} ms`,
			],
		],
	);
}

/** @param {Json} proof */
function subtitlesSection({ files, read, refused, ...found }) {
	return table(
		[`${files} files`, ''],
		[
			['Read', read],
			['Refused', refused],
			['Files with a time that is spoken', found.withTimesSpoken],
			['Files with a spoken number that neither parser hears', found.withStrangeNumbers],
			['Files with a dropped cue that both hear', found.withCuesDropped],
		],
	);
}

/** @param {Json} proof */
function mutationsSection({ answers, changes, operations, ...counts }) {
	return table(
		[
			`${number(answers)} answers changed in ${Object.keys(changes).length} ways, for ${Object.keys(operations).length} kinds of call`,
			'',
		],
		[
			['Items', number(counts.items)],
			['Errors in words', number(counts.errors)],
			['Errors in words of the programming language', counts.rawMessages],
			['Fields of another type than the schema has', counts.oddFields],
			['Items that look right and are not', counts.quietlyWrong],
			['Calls that did not end', counts.hangs],
		],
	);
}

/** @param {Json} proof */
function driftSection({ answers, calls, refused, wrong, changes }) {
	const rows = Object.entries(changes).map(([kind, times]) => [kind, number(times)]);
	return table(
		[`${number(answers)} answers changed, for ${calls} kinds of call and pickers`, ''],
		[
			...rows,
			['Refused in words, as money or an enclave cannot be read otherwise', number(refused)],
			['Errors of another kind, values that are wrong or missing without a word', wrong],
		],
	);
}

/** @param {Json} proof */
function brokenSection({ breaks, before, after }) {
	const files = new Set(breaks.map((/** @type {Json} */ { file }) => file)).size;
	const runs = [before, after].filter(Boolean);
	const row = (/** @type {string} */ what, /** @type {string} */ key) => [
		what,
		...runs.map((run) => run[key]),
	];
	return table(
		[
			`${breaks.length} lines of ${files} files, broken one at a time`,
			`On ${before.date}`,
			...(after ? [`In the code of ${after.date}`] : []),
		],
		[
			row('Found by a test', 'found'),
			row('Not found', 'notFound'),
			...(after ? [row('No longer in the code', 'gone')] : []),
		],
	);
}

/** By how much memory grew in the runs of a recording. @param {Json[]} recordings @param {string} name */
function growths(recordings, name) {
	const runs = recordings.filter((run) => run.name === name);
	return runs.map(({ growthMb }) => growthMb).join(', ');
}

/** The parts of docs/maintainers/measured.md that show a committed result: its file, and what stands between the marks with this name. */
export const sections = {
	faults: { result: 'faults.json', text: faultsSection },
	lost: { result: 'lost-answers.json', text: lostSection },
	statuses: { result: 'statuses.json', text: statusSection },
	jobs: { result: 'jobs.json', text: jobsSection },
	stopped: { result: 'stop-regular.json', text: stoppedSection },
	'stopped-queue': { result: 'stop-queue.json', text: stoppedSection },
	stops: { result: 'faults.json', text: stopsSection },
	fallback: { result: 'fallback.json', text: fallbackSection },
	queue: { result: 'queue.json', text: queueSection },
	memory: { result: 'benchmark.json', text: memorySection },
	transcribe: { result: 'transcribe.json', text: transcribeSection },
	recordings: { result: 'recordings.json', text: recordingsSection },
	subtitles: { result: 'subtitles.json', text: subtitlesSection },
	drift: { result: 'drift.json', text: driftSection },
	mutations: { result: 'mutations.json', text: mutationsSection },
	broken: { result: 'broken-lines.json', text: brokenSection },
	report: { result: 'report-proof.json', text: reportSection },
};
