import '../faults/ownFolder';
import { writeFileSync } from 'node:fs';
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
	const text = `${JSON.stringify({ ...report, dead: summaryOf(dead) }, null, '\t')}\n`;
	process.stdout.write(text);
	for (const fact of wrong.slice(0, 30)) process.stdout.write(`WRONG: ${fact}\n`);
	if (wrong.length === 0) writeFileSync('test/proofs/results/fallback.json', text);
	process.exit(wrong.length === 0 ? 0 : 1);
}

/** The worst of each way to be dead over all places. */
function summaryOf(rows: DeadModelRow[]) {
	return Object.keys(WAYS).map((way) => {
		const own = rows.filter((row) => row.way === way);
		const most = (name: 'seconds' | 'requests' | 'mostPerMinute' | 'secondsUntilBack') =>
			Math.max(...own.map((row) => row[name]));
		return {
			...{ way, places: own.length, seconds: most('seconds'), requests: most('requests') },
			...{ mostPerMinute: most('mostPerMinute'), secondsUntilBack: most('secondsUntilBack') },
		};
	});
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
