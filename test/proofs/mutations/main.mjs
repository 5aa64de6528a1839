import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { writeFormatted } from '../formatted.mjs';

const lines = '.host/mutations.jsonl';
/** Each pass has seeds of its own. */
const PASSES = Number(process.env.PASSES ?? 9);
const SEEDS_PER_PASS = 2;

/**
 * @typedef {{ name: string, answers: number, items: number, errors: number, kinds: Record<string, number>,
 *   raw: string[], odd: string[], quiet: string[], hangs: string[] }} Case
 */

/** @param {number} pass */
function play(pass) {
	const jest = ['node_modules/jest/bin/jest.js', '--selectProjects', 'n8n-2.41'];
	const options = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
	const seed = String(1 + pass * SEEDS_PER_PASS);
	spawnSync(
		process.execPath,
		[...options, ...jest, '-w', '2', '--testPathPatterns', 'nodes/mutations'],
		{
			stdio: 'inherit',
			env: { ...process.env, SEEDS: 'all', MUTATIONS: lines, MUTATIONS_SEED: seed },
		},
	);
}

/** @returns {Case[]} */
function played() {
	const text = readFileSync(lines, 'utf8').trim();
	return text.split('\n').map((line) => JSON.parse(line));
}

/** @param {Case[]} cases @param {(one: Case) => number} of */
const sum = (cases, of) => cases.reduce((total, one) => total + of(one), 0);

mkdirSync('.host', { recursive: true });
// Without a pass, what was played before is counted.
if (PASSES > 0) rmSync(lines, { force: true });
for (let pass = 0; pass < PASSES; pass++) play(pass);
const all = played();
const figures = (/** @type {Case[]} */ cases) => ({
	answers: sum(cases, (one) => one.answers),
	items: sum(cases, (one) => one.items),
	errors: sum(cases, (one) => one.errors),
	rawMessages: sum(cases, (one) => one.raw.length),
	oddFields: sum(cases, (one) => one.odd.length),
	quietlyWrong: sum(cases, (one) => one.quiet.length),
	hangs: sum(cases, (one) => one.hangs.length),
});
const kindNames = [...new Set(all.flatMap(({ kinds }) => Object.keys(kinds)))].sort();
const report = {
	what: 'Answers of the service that were changed by chance, and what each node made of them',
	node: process.version,
	date: new Date().toISOString().slice(0, 10),
	...figures(all),
	changes: Object.fromEntries(
		kindNames.map((kind) => [kind, sum(all, ({ kinds }) => kinds[kind] ?? 0)]),
	),
	calls: new Set(all.map(({ name }) => name)).size,
};
await writeFormatted('test/proofs/results/mutations.json', JSON.stringify(report));
console.log(JSON.stringify(figures(all)));
const { rawMessages, oddFields, quietlyWrong, hangs } = figures(all);
process.exitCode = rawMessages + oddFields + quietlyWrong + hangs === 0 ? 0 : 1;
