import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { seeded } from '../exactlyOnce/random.mjs';
import { rowsFile, writeResult } from '../formatted.mjs';
import { allPlaces, choose, findAgain, overlap } from './breaks.mjs';
import { decide, prepare, recordReach, testsOf } from './runs.mjs';

const COUNT = 100;
/** Breaks that are decided at the same time. */
const AT_ONCE = 2;

/**
 * @typedef {import('./breaks.mjs').Break} Break
 * @typedef {{ found?: string | null, hangs?: boolean, reachedBy?: number, file?: string, gone?: string }} Verdict
 * @typedef {Break & { before?: Verdict, after?: Verdict, note?: string }} Row
 */

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		after: { type: 'boolean', default: false },
		seed: { type: 'string', default: '20261204' },
	},
});
const only = positionals.map(Number);
const again = values.after || only.length > 0;
const all = allPlaces();
const kept = rowsFile('broken-lines');
if (again && !existsSync(kept)) throw new Error('Break lines on this machine first, without words');
const last = again ? JSON.parse(readFileSync(kept, 'utf8')) : undefined;
/** @type {Row[]} */
const rows = again
	? last.breaks
	: choose(all, COUNT, seeded(Number(values.seed)).next).map((place) => ({
			...place,
			spot: undefined,
		}));

const finds = rows.map((one) => findAgain(one, all));
const places = finds.map((found) => ('place' in found ? found.place : undefined));
for (const [id, place] of places.entries()) {
	const same = place && places.slice(0, id).findIndex((other) => other && overlap(other, place));
	if (same !== undefined && same >= 0) {
		places[id] = undefined;
		finds[id] = { gone: `it is one with break ${same} now` };
	}
}

// Some tests look at what was built.
spawnSync('npx', ['gulp', 'build:unchecked', '--silent'], { stdio: 'inherit' });
prepare(places);
const suites = await recordReach();

/** @type {Verdict[]} */
const verdicts = finds.map((found) => ('gone' in found ? { gone: found.gone } : {}));
const waiting = [...places.entries()].filter(
	([id, place]) => place && (only.length === 0 || only.includes(id)),
);
async function work() {
	for (let next = waiting.shift(); next; next = waiting.shift()) {
		const [id, place] = next;
		if (place === undefined) continue;
		const tests = testsOf(id, place, suites, rows[id]?.before?.found ?? undefined);
		const verdict = await decide(id, tests);
		const moved = place.file === rows[id]?.file ? {} : { file: place.file };
		verdicts[id] = { ...moved, ...verdict, reachedBy: tests.length };
		console.log(`${id} ${place.file} ${place.in}: ${place.kind}, ${verdict.found ?? 'NOT FOUND'}`);
	}
}
await Promise.all(Array.from({ length: AT_ONCE }, work));

const count = (/** @type {(verdict: Verdict) => boolean} */ is) => verdicts.filter(is).length;
const run = {
	date: new Date().toISOString().slice(0, 10),
	node: process.version,
	testFiles: suites.size,
	found: count(({ found }) => typeof found === 'string'),
	notFound: count(({ found }) => found === null),
	gone: count(({ gone }) => gone !== undefined),
};
console.log(JSON.stringify(run));
const name = values.after ? 'after' : 'before';
for (const [id, row] of rows.entries()) row[name] = verdicts[id];
for (const { before, after, ...row } of rows) {
	if (!before?.found || after?.found !== null) continue;
	console.error(`No longer found: ${row.file} ${row.in} ${row.original}`);
	process.exitCode = 1;
}
if (only.length === 0) {
	const what = 'Lines broken at random places, and those that no test finds';
	const seed = again ? last.seed : Number(values.seed);
	const notFound = rows
		.filter((row) => row[name]?.found === null)
		.map((row) => `${row.file}, ${row.in}: ${row.original} as ${row.broken || 'nothing'}`);
	await writeResult(
		'broken-lines',
		{ what, seed, ...run, notFound },
		{ seed, before: last?.before, [name]: run, breaks: rows },
	);
}
