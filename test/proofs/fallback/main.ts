import '../faults/ownFolder';
import { writeResult } from '../result';
import { type DeadModelRow, deadModelRun, PLACES, WAYS } from './deadModel';
import { fallbackRun } from './run';

/**
 * 250 items of each kind of work under faults, and a model that is dead in each way in each place, by `npm run proof -- fallback`: the figures go to
 * test/proofs/results/fallback.json, and what must not be is printed.
 */
async function main(): Promise<void> {
	const itemsEach = Number(process.env.FALLBACK_ITEMS ?? 250);
	const dead = await deadModelRuns();
	const { wrong: wrongUnderFaults, ...report } = await fallbackRun({
		...{ itemsEach, seed: 1, rate: 0.5, speed: 20 },
	});
	const wrong = [...wrongUnderFaults, ...dead.flatMap((row) => row.wrong)];
	const summary = { ...report, dead: worstOf(dead) };
	process.stdout.write(`${JSON.stringify(summary, null, '\t')}\n`);
	for (const fact of wrong.slice(0, 30)) process.stdout.write(`WRONG: ${fact}\n`);
	if (wrong.length === 0) writeResult('fallback', summary, dead);
	process.exit(wrong.length === 0 ? 0 : 1);
}

/** The worst over all ways to be dead and all places. */
function worstOf(rows: DeadModelRow[]) {
	const most = (name: 'seconds' | 'mostPerMinute' | 'secondsUntilBack') =>
		Math.max(...rows.map((row) => row[name]));
	return {
		...{ ways: Object.keys(WAYS).length, places: Object.keys(PLACES).length },
		...{ seconds: most('seconds'), mostPerMinute: most('mostPerMinute') },
		secondsUntilBack: most('secondsUntilBack'),
	};
}

async function deadModelRuns(): Promise<DeadModelRow[]> {
	const rows: DeadModelRow[] = [];
	for (const way of Object.keys(WAYS))
		for (const place of Object.keys(PLACES)) {
			rows.push(await deadModelRun(way, place));
			process.stderr.write(`${JSON.stringify(rows.at(-1))}\n`);
		}
	return rows;
}

void main();
