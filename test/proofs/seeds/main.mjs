import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { writeResult } from '../formatted.mjs';

const resultFile = '.host/seeds.json';
const committedFile = 'test/proofs/results/seeds.json';
/** All rounds of a test may take longer than a test of `npm test` may, on a crowded machine much longer. */
const patient = ['--testTimeout', String(2 * 3_600_000)];

/** @typedef {{ name: string, assertionResults: { fullName: string, status: string }[] }} Suite */

/**
 * Runs every suite that asks test/rounds.ts how many rounds to play, or those with one of these patterns in their path, with all rounds.
 * @param {string[]} patterns
 * @returns {Suite[]}
 */
function play(patterns) {
	mkdirSync('.host', { recursive: true });
	rmSync(resultFile, { force: true });
	const chosen =
		patterns.length > 0
			? patterns.flatMap((pattern) => ['--testPathPatterns', pattern])
			: ['--findRelatedTests', 'test/rounds.ts'];
	const jest = ['node_modules/jest/bin/jest.js', '--selectProjects', 'n8n-2.41', 'plain'];
	const options = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
	spawnSync(
		process.execPath,
		[...options, ...jest, ...chosen, '--json', '--outputFile', resultFile, ...patient],
		{ stdio: 'inherit', env: { ...process.env, SEEDS: 'all' } },
	);
	return JSON.parse(readFileSync(resultFile, 'utf8')).testResults;
}

const date = new Date().toISOString().slice(0, 10);
const played = play(process.argv.slice(2));
const suites = played.map(({ name, assertionResults }) => ({
	suite: relative(process.cwd(), name),
	date,
	passed: assertionResults.filter(({ status }) => status === 'passed').length,
}));
const failed = suites.filter(
	({ passed }, at) => passed === 0 || passed < played[at].assertionResults.length,
);
if (suites.length === 0 || failed.length > 0) {
	console.error(`Failed: ${failed.map(({ suite }) => suite).join(', ') || 'no suite was run'}`);
	process.exitCode = 1;
} else {
	const what = 'Randomized tests with all their rounds; npm test plays a few of them';
	/** @type {{ suites: typeof suites }} */
	const committed = JSON.parse(readFileSync(committedFile, 'utf8'));
	const others = committed.suites.filter(
		(old) =>
			process.argv.length > 2 &&
			existsSync(old.suite) &&
			!suites.some(({ suite }) => suite === old.suite),
	);
	const all = [...others, ...suites].sort((a, b) => (a.suite < b.suite ? -1 : 1));
	await writeResult('seeds', { what, suites: all });
}
