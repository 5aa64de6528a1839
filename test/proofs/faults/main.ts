import './ownFolder';
import { writeFileSync } from 'node:fs';
import { stackedBarsSvg } from '../../../lib/billing/chart/stackedBarsSvg';
import { writeResult } from '../result';
import { stopped } from './cancel';
import { outcomeChart } from './chart';
import { faultRun } from './faults';
import { lostRun } from './lostAnswers';
import type { Outcome } from './outcome';
import { statusRun } from './statuses';
import { STOPS } from './stops';

const say = (text: string) => void process.stdout.write(`${text}\n`);

/** Lost answers alone, by `npm run proof -- faults lost`, and as the first part of the full run. */
async function lost(): Promise<void> {
	const { report, wrong } = await lostRun();
	say(JSON.stringify(report));
	for (const text of wrong) say(`WRONG: ${text}`);
	if (wrong.length > 0) process.exitCode = 1;
	else writeResult('lost-answers', report);
}

/** Answers that take the place of what was paid for, by `npm run proof -- faults statuses`, and as the second part of the full run. */
async function statuses(): Promise<void> {
	const { report, wrong } = await statusRun();
	say(JSON.stringify(report));
	for (const text of wrong.slice(0, 30)) say(`WRONG: ${text}`);
	if (wrong.length > 0) process.exitCode = 1;
	else writeResult('statuses', report);
}

/** The full run under faults and the stops, by `npm run proof -- faults`: the figures go to test/proofs/results/faults.json and a chart, and what must not be is printed. */
async function main(): Promise<void> {
	const [only] = process.argv.slice(2);
	if (only !== 'statuses') await lost();
	if (only !== 'lost') await statuses();
	if (only !== undefined) process.exit();
	const wrong: string[] = [];
	process.on('unhandledRejection', (reason) =>
		wrong.push(`unhandled rejection: ${String(reason)}`),
	);
	const itemsEach = Number(process.env.FAULT_ITEMS ?? 1_000);
	const run = await faultRun({ itemsEach, batch: 250, seed: 1, rate: 0.2, speed: 20, beside: 8 });
	wrong.push(...run.wrong);
	const cancelMs: Record<string, number> = {};
	for (const name of Object.keys(STOPS)) {
		const { ms, after, run: last } = await stopped(name);
		cancelMs[name] = ms;
		if (after > 0) wrong.push(`${name}: ${after} more requests after the end`);
		if (last.status !== 'canceled') wrong.push(`${name}: ended as ${last.status}`);
	}
	const report = { ...run.report, cancelMs };
	say(JSON.stringify(report, null, '\t'));
	for (const [text, times] of sentences(run.outcomes)) say(`${times} x ${text}`);
	for (const text of wrong.slice(0, 30)) say(`WRONG: ${text}`);
	if (wrong.length > 0) {
		process.exitCode = 1;
		say(`${wrong.length} things went wrong; test/proofs/results/faults.json stays as it was`);
	} else {
		writeResult('faults', report);
		writeFileSync('docs/images/faults.svg', `${stackedBarsSvg(outcomeChart(report))}\n`);
	}
	process.exit();
}

/** What the explained items said, with how many said it, without what differs from item to item. */
function sentences(outcomes: readonly Outcome[]): Array<[string, number]> {
	const counts = new Map<string, number>();
	for (const { end, load, said } of outcomes) {
		if (end !== 'explained') continue;
		const text = `${load}: ${said.message.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|[\d.:TZ-]*\d/g, '#')}`;
		counts.set(text, (counts.get(text) ?? 0) + 1);
	}
	return [...counts].sort(([, a], [, b]) => b - a).slice(0, 40);
}

void main();
