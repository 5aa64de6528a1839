import { writeFileSync } from 'node:fs';
import { stackedBarsSvg } from '../../../lib/chart/stackedBarsSvg';
import { cells, rowOf } from './cells';
import { refusedChart } from './chart';
import { simulate, type Outcome } from './simulation';

/** Plays all scenarios with one seed after another, by `npm run cluster`, or with fewer seeds: `npm run cluster -- SEEDS`. */
async function main(): Promise<void> {
	const most = Number(process.argv[2] ?? 5);
	const played = cells().map((cell) => ({ cell, outcomes: [] as Outcome[] }));
	const what = 'Processes that share a key, in simulated time';
	for (let seed = 1; seed <= most; seed++) {
		for (const { cell, outcomes } of played) {
			outcomes.push(await simulate({ ...cell.scenario, seed }));
		}
		// The seeds that are done count, should the run be stopped.
		const date = new Date().toISOString().slice(0, 10);
		const rows = played.map(({ cell, outcomes }) => rowOf(cell, outcomes));
		const text = JSON.stringify({ what, date, seeds: seed, rows }, null, '\t');
		writeFileSync('docs/cluster.json', `${text}\n`);
		writeFileSync('docs/images/cluster.svg', `${stackedBarsSvg(refusedChart(rows, seed))}\n`);
		process.stdout.write(`seed ${seed} of ${most}\n`);
	}
	process.exit();
}

void main();
