import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { writeFormatted } from '../formatted.mjs';

const resultFile = '.host/seeds.json';

/** @typedef {{ name: string, assertionResults: { fullName: string, status: string }[] }} Suite */

/** Runs every suite that asks test/rounds.ts how many rounds to play, with all of them. @returns {Suite[]} */
function playAll() {
	mkdirSync('.host', { recursive: true });
	const jest = ['node_modules/jest/bin/jest.js', '--selectProjects', 'n8n-2.41', 'plain'];
	const related = ['--findRelatedTests', 'test/rounds.ts', '--json', '--outputFile', resultFile];
	const options = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
	spawnSync(process.execPath, [...options, ...jest, ...related], {
		stdio: 'inherit',
		env: { ...process.env, SEEDS: 'all' },
	});
	return JSON.parse(readFileSync(resultFile, 'utf8')).testResults;
}

const suites = playAll()
	.map(({ name, assertionResults }) => ({
		suite: relative(process.cwd(), name),
		passed: assertionResults.filter(({ status }) => status === 'passed').length,
		failed: assertionResults.filter(({ status }) => status !== 'passed').length,
		tests: assertionResults.map(({ fullName }) => fullName).sort(),
	}))
	.sort((a, b) => (a.suite < b.suite ? -1 : 1));
const failed = suites.filter(({ passed, failed }) => failed > 0 || passed === 0);
if (suites.length === 0 || failed.length > 0) {
	console.error(`Failed: ${failed.map(({ suite }) => suite).join(', ') || 'no suite was run'}`);
	process.exitCode = 1;
} else {
	const what = 'Randomized tests with all their rounds; npm test runs a few of them';
	const date = new Date().toISOString().slice(0, 10);
	const report = { what, node: process.version, date, suites };
	await writeFormatted('docs/seeds.json', JSON.stringify(report));
}
