import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { isMainThread, Worker } from 'node:worker_threads';

import { writeResult } from '../result';
import { FUZZERS } from './all';
import { Figures } from './figures';
import { SHARED, work, type Played } from './worker';

/** No case takes so long on any machine; one that does is reported as a hang. */
const HANG_MS = 120_000;
const LEAST_TO_KEEP = 1_000_000;

const say = (text: string) => void process.stdout.write(`${text}\n`);

/** Plays hostile input for an hour (`--minutes N`) or so many cases (`--cases N`), from `--seed N`; the figures go to test/proofs/results/fuzz.json. */
async function main(): Promise<void> {
	const { values: given } = parseArgs({
		options: { cases: { type: 'string' }, minutes: { type: 'string' }, seed: { type: 'string' } },
	});
	const today = new Date().toISOString().slice(0, 10);
	const seed = Number(given.seed ?? today.replaceAll('-', ''));
	const cases = Number(given.cases ?? Infinity);
	const minutes = Number(given.minutes ?? (given.cases === undefined ? 60 : Infinity));
	const figures = new Figures();
	const state = new Int32Array(new SharedArrayBuffer(4 * Object.keys(SHARED).length));
	const worker = new Worker(__filename, { workerData: { seed, shared: state.buffer } });
	const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
	worker.on('message', (played: Played) => {
		figures.add(played);
		if (played.finding) say(JSON.stringify(played.finding, null, '\t'));
	});
	worker.on('error', (error) => figures.stopped(`The worker ended: ${String(error)}`));
	const began = Date.now();
	let moved = { begun: 0, at: began };
	let running = true;
	void ended.then(() => (running = false));
	while (running) {
		await Promise.race([pause(500), ended]);
		const begun = Atomics.load(state, SHARED.begun);
		if (begun !== moved.begun) moved = { begun, at: Date.now() };
		if (figures.cases >= cases || Date.now() - began >= minutes * 60_000) {
			Atomics.store(state, SHARED.stop, 1);
		}
		if (Date.now() - moved.at < HANG_MS) continue;
		const round = seed + Atomics.load(state, SHARED.round);
		const name = FUZZERS[Atomics.load(state, SHARED.fuzzer)]?.name;
		figures.stopped(`A case of ${name} hangs: round ${round}, case ${begun} in all`);
		await worker.terminate();
	}
	const report = figures.report({ seed, date: today, began });
	say(JSON.stringify(report, null, '\t'));
	for (const problem of figures.problems) say(`WRONG: ${problem}`);
	if (figures.problems.length > 0) process.exitCode = 1;
	else if (figures.cases < LEAST_TO_KEEP)
		say('Too few cases for test/proofs/results/fuzz.json, which stays');
	else writeResult('fuzz', report);
}

void (isMainThread ? main() : work());
