import { writeResult } from '../result';
import { busy, many, one, rowOf, type Row } from './cells';
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
		const run = { what, date, seeds: seed, combinations: rows.length };
		writeResult('cluster', { ...run, worst: worstOf(rows) }, rows);
		process.stdout.write(`seed ${seed} of ${most}\n`);
	}
	process.exit();
}

/** The worst of all combinations with one process, with several, and with other work beside it. */
function worstOf(rows: readonly Row[]) {
	const groups = (['one', 'many', 'busy'] as const).map((name) => {
		const own = rows.filter(({ group }) => group === name);
		const most = (key: keyof Outcome) => Math.max(...own.map((row) => row[key].worst));
		const worst = {
			...{ refused: most('refused'), refusedLater: most('refusedLater') },
			...{ blocked: most('blocked'), givenUp: most('givenUp'), unlucky: most('unlucky') },
			...{ ratio: most('ratio'), silence: most('silence') },
			leastShare: Math.min(...own.map(({ leastShare }) => leastShare.worst)),
		};
		return [name, worst];
	});
	return Object.fromEntries(groups) as unknown;
}

void main();
