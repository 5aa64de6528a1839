import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { writeFormatted } from '../formatted.mjs';

const lines = '.host/drift.jsonl';

/** @typedef {{ name: string, answers: number, kinds: Record<string, number>, refused: number, found: string[] }} Case */

mkdirSync('.host', { recursive: true });
rmSync(lines, { force: true });
spawnSync(
	process.execPath,
	[
		...['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
		...['node_modules/jest/bin/jest.js', '--selectProjects', 'n8n-2.41'],
		...['-w', '2', '--testPathPatterns', 'nodes/drift'],
	],
	{ stdio: 'inherit', env: { ...process.env, SEEDS: 'all', DRIFT: lines } },
);

/** @type {Case[]} */
const cases = readFileSync(lines, 'utf8')
	.trim()
	.split('\n')
	.map((line) => JSON.parse(line));
/** @param {(one: Case) => number} of */
const sum = (of) => cases.reduce((total, one) => total + of(one), 0);
const kinds = [...new Set(cases.flatMap((one) => Object.keys(one.kinds)))].sort();
const figures = {
	answers: sum(({ answers }) => answers),
	calls: cases.length,
	refused: sum(({ refused }) => refused),
	wrong: sum(({ found }) => found.length),
};
const report = {
	what: 'Answers of the service as a later version of the interface may send them, and what each node made of them',
	node: process.version,
	date: new Date().toISOString().slice(0, 10),
	...figures,
	changes: Object.fromEntries(kinds.map((kind) => [kind, sum((one) => one.kinds[kind] ?? 0)])),
};
await writeFormatted('test/proofs/results/drift.json', JSON.stringify(report));
console.log(JSON.stringify(figures));
process.exitCode = figures.wrong === 0 ? 0 : 1;
