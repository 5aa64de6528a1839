import { writeFileSync } from 'node:fs';
import { simulate, type Outcome, type Scenario } from './simulation';

const CALLS: Record<number, number> = { 20: 300, 60: 900, 500: 4_000 };
const PROCESSES = [1, 2, 4, 8, 16, 32];
const CALM = { apartMs: 0, stranger: false, skewMs: 0, failing: 0, outageMs: 0, stated: false };
const KINDS: Record<string, Partial<Scenario>> = {
	'at once': {},
	'one after another': { apartMs: 5_000 },
	stranger: { stranger: true },
	'clocks 5 s off': { skewMs: 5_000 },
	'20 % fail': { failing: 0.2 },
	'60 s outage': { outageMs: 60_000 },
	'number stated': { stated: true },
};

type Row = Outcome & { kind: string; limit: number; processes: number; seed: number };

/** Plays all scenarios, by `npm run cluster`, or with other seeds than five: `npm run cluster -- SEEDS`. */
async function main(): Promise<void> {
	const seeds = Number(process.argv[2] ?? 5);
	const rows: Row[] = [];
	for (const [kind, change] of Object.entries(KINDS)) {
		for (const [limit, calls] of Object.entries(CALLS)) {
			for (const processes of PROCESSES) {
				for (let seed = 1; seed <= seeds; seed++) {
					const scenario = { ...CALM, ...change, processes, limit: Number(limit), calls, seed };
					const outcome = await simulate(scenario);
					rows.push({ kind, limit: Number(limit), processes, seed, ...outcome });
				}
			}
		}
		process.stdout.write(`${kind}\n`);
	}
	const date = new Date().toISOString().slice(0, 10);
	const what = 'Processes that share a key, in simulated time';
	writeFileSync(
		'docs/cluster.json',
		`${JSON.stringify({ what, date, seeds, rows: rows.map(rounded) }, null, '\t')}\n`,
	);
	process.exit();
}

function rounded(row: Row): Row {
	const to = (value: number) => Math.round(value * 100) / 100;
	return { ...row, ratio: to(row.ratio), leastShare: to(row.leastShare) };
}

void main();
