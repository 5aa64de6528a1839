import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/** @typedef {import('./breaks.mjs').Place} Place */
/** How long each test file takes, and which breaks it reaches. @typedef {Map<string, { ms: number, reached: Set<number> }>} Suites */

const folder = '.host/broken-lines';
/** A test file that takes longer than this, and than so many times its time without a break, hangs. */
const LONGEST_MS = 120_000;
const LONGEST_TIMES = 10;
const LOOK_MS = 500;

const JEST = [
	...['--max-semi-space-size=128', '--experimental-vm-modules'],
	...['--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'],
	...['--config', 'test/proofs/brokenLines/jest/config.mjs'],
	...['--selectProjects', 'plain', 'n8n-2.41', '--silent'],
];

/** Puts a switch for each break into the code that jest loads, and forgets earlier runs. @param {(Place | undefined)[]} places by ID */
export function prepare(places) {
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	/** @type {Record<string, { start: number, end: number, code: string }[]>} */
	const switches = {};
	for (const [id, place] of places.entries()) {
		if (place === undefined) continue;
		const { file, spot } = place;
		(switches[file] ??= []).push({ ...spot, code: spot.code(id) });
	}
	writeFileSync(`${folder}/switches.json`, JSON.stringify(switches));
}

const parsed = (/** @type {string} */ file) => JSON.parse(readFileSync(file, 'utf8'));

const textOf = (/** @type {string | undefined} */ file) =>
	file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : undefined;

/**
 * Runs jest, and ends it when a test file takes longer than its limit.
 * @param {string[]} options
 * @param {Record<string, string>} env
 * @param {(test: string) => number} limit
 * @returns {Promise<boolean>} whether it was ended
 */
async function jest(options, env, limit) {
	const child = spawn(process.execPath, [...JEST, ...options], {
		env: { ...process.env, ...env },
		stdio: 'ignore',
	});
	let running = { test: '', since: Date.now() };
	let hung = false;
	const watch = setInterval(() => {
		const test = textOf(env.BROKEN_RUNNING) ?? '';
		if (test !== running.test) running = { test, since: Date.now() };
		hung = Date.now() - running.since > limit(test);
		if (hung) child.kill('SIGKILL');
	}, LOOK_MS);
	await once(child, 'close');
	clearInterval(watch);
	return hung;
}

/** Runs all tests once without a break. @returns {Promise<Suites>} those that passed */
export async function recordReach() {
	const outputFile = `${folder}/all.json`;
	await jest(['-w', '2', '--json', `--outputFile=${outputFile}`], {}, () => Infinity);
	/** @type {Suites} */
	const suites = new Map();
	for (const { name, status, startTime, endTime } of parsed(outputFile).testResults) {
		if (status === 'passed') {
			suites.set(relative(process.cwd(), name), { ms: endTime - startTime, reached: new Set() });
		} else console.log(`Not asked, as it fails without a break: ${name}`);
	}
	for (const file of readdirSync(`${folder}/reached`)) {
		const { test, ids } = parsed(`${folder}/reached/${file}`);
		for (const id of ids) suites.get(test)?.reached.add(id);
	}
	return suites;
}

/**
 * The test files that reach a break: the one that found it earlier, then those of the same room, the fastest first.
 * @param {number} id
 * @param {Place} place
 * @param {Suites} suites
 * @param {string} [earlier]
 */
export function testsOf(id, place, suites, earlier) {
	const [, room = ''] = place.file.split('/');
	const rank = (/** @type {string} */ test) =>
		test === earlier ? 0 : test.includes(`/${room}/`) ? 1 : 2;
	return [...suites]
		.filter(([, { reached }]) => reached.has(id))
		.map(([test, { ms }]) => ({ test, ms }))
		.sort((a, b) => rank(a.test) - rank(b.test) || a.ms - b.ms);
}

/** Whether a test file passes alone, without a break. @type {Map<string, boolean>} */
const passing = new Map();

/**
 * The test file that fails with a break, fails with it again and passes without it, each time alone; null when no test finds it.
 * @param {number} id
 * @param {{ test: string, ms: number }[]} tests
 * @returns {Promise<{ found: string | null, hangs?: boolean }>}
 */
export async function decide(id, tests) {
	const limits = new Map(tests.map(({ test, ms }) => [test, LONGEST_TIMES * ms]));
	const limit = (/** @type {string} */ test) => Math.max(LONGEST_MS, limits.get(test) ?? 0);
	const [order, running, failed] = ['order', 'running', 'failed'].map(
		(name) => `${folder}/${name}-${id}`,
	);
	/** The first of these test files that fails or hangs. */
	const firstToFail = async (/** @type {string[]} */ files, /** @type {boolean} */ isBroken) => {
		for (const file of [running, failed]) rmSync(file, { force: true });
		writeFileSync(order, JSON.stringify(files));
		const hangs = await jest(
			['-i', '--forceExit', '--runTestsByPath', ...files],
			{
				...{ BROKEN_ORDER: order, BROKEN_RUNNING: running, BROKEN_FAILED: failed },
				...(isBroken && { BROKEN_LINE: String(id) }),
			},
			limit,
		);
		const test = hangs ? textOf(running) : textOf(failed);
		if (test === undefined && textOf(running) !== files.at(-1)) {
			throw new Error(`jest ended early with break ${id}`);
		}
		return test === undefined ? undefined : { test, hangs };
	};
	let files = tests.map(({ test }) => test);
	while (files.length > 0) {
		const first = await firstToFail(files, true);
		if (first === undefined) break;
		const { test, hangs } = first;
		if (!passing.has(test)) passing.set(test, (await firstToFail([test], false)) === undefined);
		if (passing.get(test) && (hangs || (await firstToFail([test], true)))) {
			return { found: test, ...(hangs && { hangs }) };
		}
		files = files.slice(files.indexOf(test) + 1);
	}
	return { found: null };
}
