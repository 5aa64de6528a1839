import '../faults/ownFolder';
import { writeFileSync } from 'node:fs';
import { fallbackRun } from './run';

/** 250 items of each kind of work under faults, by `npm run proof -- fallback`: the figures go to test/proofs/results/fallback.json, and what must not be is printed. */
async function main(): Promise<void> {
	const itemsEach = Number(process.env.FALLBACK_ITEMS ?? 250);
	const { wrong, ...report } = await fallbackRun({ itemsEach, seed: 1, rate: 0.5, speed: 20 });
	const text = `${JSON.stringify(report, null, '\t')}\n`;
	process.stdout.write(text);
	for (const fact of wrong.slice(0, 30)) process.stdout.write(`WRONG: ${fact}\n`);
	if (wrong.length === 0) writeFileSync('test/proofs/results/fallback.json', text);
	process.exit(wrong.length === 0 ? 0 : 1);
}

void main();
