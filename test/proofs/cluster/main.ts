import { writeFileSync } from 'node:fs';
import { busy, many, one, rowOf } from './cells';
import { simulate, type Outcome } from './simulation';

/** Plays all scenarios with one seed after another, by `npm run proof -- cluster`, or with fewer seeds: `npm run proof -- cluster SEEDS`. */
async function main(): Promise<void> {
	const most = Number(process.argv[2] ?? 3);
	const played = [...one(), ...busy(), ...many()].map((cell) => ({
		cell,
		outcomes: [] as Outcome[],
	}));
	const what = 'One process and several that share a key, in simulated time';
	for (let seed = 1; seed <= most; seed++) {
		for (const { cell, outcomes } of played) {
			outcomes.push(await simulate({ ...cell.scenario, seed }));
		}
		// The seeds that are done count, should the run be stopped.
		const date = new Date().toISOString().slice(0, 10);
		const rows = played.map(({ cell, outcomes }) => rowOf(cell, outcomes));
		// One line a row.
		const lines = rows.map((row) => `\t\t${JSON.stringify(row)}`).join(',\n');
		const head = JSON.stringify({ what, date, seeds: seed }).slice(1, -1);
		writeFileSync(
			'test/proofs/results/cluster.json',
			`{\n\t${head},\n\t"rows": [\n${lines}\n\t]\n}\n`,
		);
		process.stdout.write(`seed ${seed} of ${most}\n`);
	}
	process.exit();
}

void main();
