import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { engines } from './engines.mjs';
import { writeFormatted } from '../formatted.mjs';
import { foot, head, measured, none } from './pageWords.mjs';
import { workListSection } from '../workList/section.mjs';
import { tableOf } from './table.mjs';
import { withoutReplaySection } from './withoutReplay.mjs';

const counts = /** @type {const} */ ([
	['Rows', 'rows'],
	['Missing', 'missing'],
	['Repeated', 'repeated'],
	['Under two ids', 'otherId'],
	['Never recorded', 'unknown'],
]);

const titles = { default: 'Default engine', durable: 'Durable cursors' };

/** Writes the page beside the folder of results. @param {string} folder */
export const writePage = async (folder) => await writeFormatted(`${folder}.md`, pageOf(folder));

/** The page of a folder of results. @param {string} folder */
export function pageOf(folder) {
	const sections = Object.keys(engines).flatMap((engine) => {
		const file = join(folder, `${engine}.json`);
		if (!existsSync(file)) return [];
		return [section(engine, JSON.parse(readFileSync(file, 'utf8')))];
	});
	const results = sections.length > 0 ? sections : [none];
	return [
		head,
		withoutReplaySection(join(folder, 'without-replay')),
		measured,
		...results,
		...workList(join(folder, 'work-list.json')),
		foot,
	].join('\n');
}

/** The part about the work list, where there is a result of it. @param {string} file */
const workList = (file) =>
	existsSync(file) ? [workListSection(JSON.parse(readFileSync(file, 'utf8')))] : [];

/** @param {string} engine @param {any} result */
function section(engine, result) {
	const { recorded, answers, executions, handedOver, stored, kills, window } = result;
	const { drops, connections } = result.connectionDrops;
	const title = titles[/** @type {keyof typeof titles} */ (engine)];
	const aims = [...new Set(kills.map((/** @type {any} */ { aim }) => aim))].sort();
	return `## ${title}

n8n ${result.n8n}, ${result.startedAt.slice(0, 10)}, seed ${result.seed}: ${number(recorded.entries)} entries in ${result.minutes} minutes (${result.rate} per second and ${recorded.bursts} bursts of up to ${number(recorded.largestBurst)}; ${number(recorded.late)} late, ${number(recorded.twins)} pairs of equal ones), ${kills.length} kills.${result.drained ? '' : ' **The run ended before n8n had caught up.**'}

${tableOf(
	['', 'Handed over', 'Stored, plain insert', 'Stored by ID'],
	counts.map(([name, count]) => [
		name,
		...[handedOver, stored.each, stored.once].map((found) => number(found[count])),
	]),
)}

${number(answers.requests)} requests for the history: ${number(answers.pages)} pages, ${answers.serverErrors} server errors, ${answers.withoutAnswer} without an answer, ${answers.refusedCursors} refused cursors.
Executions: ${countsText(executions)}. ${handedOver.executions} were given entries${handedOver.emptyExecutions > 0 ? `, ${handedOver.emptyExecutions} only kept the trigger's checkpoint` : ''}; the others report a failed poll. ${number(handedOver.replayed)} of the entries handed over were replays; ${number(handedOver.unmarkedRepeats)} came again without saying so. No one pressed *Retry*.
n8n was stopped for ${result.stoppedSeconds} seconds after kill ${Math.ceil(kills.length / 2)}. ${drops} times its connections to its own database, to that of the feed or to both were ended, ${connections} connections in all.

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

/** @param {{ handOffs: number, inOneTransaction: number, leastMs: number | null, medianMs: number | null, mostMs: number | null }} window */
const windowText = ({ handOffs, inOneTransaction, leastMs, medianMs, mostMs }) =>
	inOneTransaction === handOffs
		? `In all of ${handOffs} hand-offs n8n wrote the state and the execution in one transaction.`
		: `In ${handOffs} hand-offs n8n wrote the execution ${medianMs} ms after the state (median; from ${leastMs} to ${mostMs} ms). At one poll a minute that is ${((Math.abs(medianMs ?? 0) / 60_000) * 100).toFixed(1)} % of the time.`;

/** @param {{ losses: any[] }} handedOver */
function lossText({ losses }) {
	const lines = losses.map(({ kill, aim, entries }) => {
		const where = kill === null ? 'with no kill near' : `at kill ${kill} (${aim})`;
		return `- ${number(entries)} entries were never handed over, ${where}.`;
	});
	return lines.length > 0 ? lines.join('\n') : 'Every entry was handed over.';
}

/** @param {Record<string, number>} counts */
const countsText = (counts) =>
	Object.entries(counts)
		.map(([name, count]) => `${count} ${name}`)
		.join(', ');

/** @param {number | string} value */
const number = (value) => (typeof value === 'number' ? value.toLocaleString('en-US') : value);
