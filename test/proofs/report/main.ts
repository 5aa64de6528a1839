import { cpus } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

import { writeResult } from '../result';
import { forecastMonths, SHAPES } from '../../lib/billing/forecastMonths';
import { proofCases, type ProofCase } from '../../lib/billing/report/cases';
import { compareWithSql } from '../../lib/billing/report/compare';
import { exactMonth, type ExactMonth } from '../../lib/billing/report/exactMonths';
import { madeReport } from '../../lib/billing/report/made';
import { openDatabase } from '../../lib/billing/report/sql';

const LARGEST = 1_000_000;
const MONTHS = 10_000;
const MONTH_THREADS = 3;
const SAMPLE_PAGES = 50;
const MEGABYTE = 1024 * 1024;

const print = (line: string) => process.stdout.write(`${line}\n`);
const seconds = (from: number) => Math.round((Date.now() - from) / 100) / 10;

/** What is in memory after a collection, in megabytes, taken after every fifty pages. */
function memoryWatch() {
	const heap: number[] = [];
	let pages = 0;
	return {
		heap,
		onPage() {
			if (pages++ % SAMPLE_PAGES !== 0) return;
			globalThis.gc?.();
			heap.push(Math.round((process.memoryUsage().heapUsed / MEGABYTE) * 10) / 10);
		},
	};
}

async function prove(proof: ProofCase, db: Awaited<ReturnType<typeof openDatabase>>['db']) {
	const watch = memoryWatch();
	const begun = Date.now();
	const made = await madeReport(proof, watch.onPage);
	const reportSeconds = seconds(begun);
	const compared = Date.now();
	const { entries, figures, differences } = await compareWithSql(db, proof, made);
	const { seed, period, zone, now, change } = proof;
	return {
		seed,
		period,
		zone,
		now,
		change: change ?? null,
		entries,
		entriesInPeriod: made.report.entries,
		pages: made.pages,
		figures,
		differences: differences.length,
		examples: differences.slice(0, 5),
		reportSeconds,
		sqlSeconds: seconds(compared),
		heapMegabytes: watch.heap,
	};
}

/** The memory that the same history takes when it is grouped by day, as most reports are. */
async function heapByDay(proof: ProofCase): Promise<number[]> {
	const watch = memoryWatch();
	await madeReport(proof, watch.onPage, 'day');
	return watch.heap;
}

/** The forecasts of 10,000 random months, in percent by shape. */
function forecasts() {
	const count = Math.ceil(MONTHS / Object.keys(SHAPES).length);
	const percent = (part: number, all: number) => Math.round((part / all) * 1_000) / 10;
	return Object.entries(SHAPES).map(([shape, one], index) => {
		const all = forecastMonths(one, count, index + 1);
		const figures = {
			...{ months: count, forecasts: all.forecasts },
			rangeHolds: percent(all.held, all.forecasts),
			wronglyWithin: percent(all.wronglyWithin, all.passed),
			withinOn15thWithRoom: all.roomy === 0 ? null : percent(all.rightlyWithin, all.roomy),
		};
		print(`${shape}: ${JSON.stringify(figures)}`);
		return { shape, ...figures };
	});
}

/** Every third month, from one on, held to exact arithmetic. */
function proveMonths(first: number): ExactMonth {
	const all: ExactMonth = { numbers: 0, wrong: [] };
	for (let seed = first; seed <= MONTHS; seed += MONTH_THREADS) {
		const { numbers, wrong } = exactMonth(seed);
		all.numbers += numbers;
		all.wrong.push(...wrong);
	}
	return all;
}

/** The random months, in threads of their own. */
async function provenMonths(): Promise<ExactMonth> {
	const parts = Array.from({ length: MONTH_THREADS }, async (_, index) => {
		const child = new Worker(__filename, { workerData: index + 1 });
		return await new Promise<ExactMonth>((resolve, reject) => {
			child.once('message', (result: ExactMonth) => resolve(result));
			child.once('error', reject);
			child.once('exit', (code) => reject(new Error(`The months ended with ${code}`)));
		});
	});
	const all = await Promise.all(parts);
	return {
		numbers: all.reduce((sum, { numbers }) => sum + numbers, 0),
		wrong: all.flatMap(({ wrong }) => wrong),
	};
}

/** Proves 10,000 random months, and twenty histories, the last one of a million entries, and writes what was found to test/proofs/results/report-proof.json. */
async function main(): Promise<void> {
	if (!isMainThread) {
		parentPort?.postMessage(proveMonths(Number(workerData)));
		return;
	}
	const provingMonths = provenMonths();
	const { db, version } = await openDatabase();
	const results: Array<Awaited<ReturnType<typeof prove>>> = [];
	const cases = proofCases(Number(process.argv[2] ?? LARGEST));
	for (const proof of cases) {
		const result = await prove(proof, db);
		results.push(result);
		const { period, zone, entries, figures, differences, reportSeconds, sqlSeconds } = result;
		const time = `report ${reportSeconds} s, SQL ${sqlSeconds} s`;
		print(
			`${period} ${zone}: ${entries} entries, ${figures} figures, ${differences} differ, ${time}`,
		);
	}
	await db.close();
	const largest = cases.at(-1);
	const byDay = largest === undefined ? [] : await heapByDay(largest);
	const total = (key: 'entries' | 'figures' | 'differences') =>
		results.reduce((sum, result) => sum + result[key], 0);
	const { numbers, wrong } = await provingMonths;
	print(`${MONTHS} random months: ${numbers} numbers of message and page, ${wrong.length} differ`);
	const summary = {
		what: 'Every figure of a spend report against SQL over the same entries, to the last digit',
		sql: version,
		node: process.version,
		cores: cpus().length,
		date: new Date().toISOString().slice(0, 10),
		histories: results.length,
		entries: total('entries'),
		figures: total('figures'),
		differences: total('differences'),
		months: { count: MONTHS, numbers, differences: wrong.length, examples: wrong.slice(0, 5) },
		forecasts: forecasts(),
		mostHeapMegabytesOfLargest: Math.max(...byDay),
	};
	writeResult('report-proof', summary, { results, heapMegabytesOfLargestByDay: byDay });
	if (summary.differences + wrong.length > 0) process.exitCode = 1;
}

void main();
