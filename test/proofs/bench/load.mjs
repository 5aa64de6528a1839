import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { hostFolder } from '../../host/paths.mjs';
import { npm } from '../../host/run.mjs';

const execute = promisify(execFile);
const ROUNDS = 3;

const tenth = (/** @type {number} */ value) => Math.round(value * 10) / 10;

/** Milliseconds of processor time since the last call: other work on the machine lengthens the time on the clock without bound. */
const clock = `
	let used = process.cpuUsage();
	const lap = () => {
		const { user, system } = process.cpuUsage(used);
		used = process.cpuUsage();
		return (user + system) / 1000;
	};
`;

/** What n8n does with an installed package when it starts: it reads the descriptions, and requires a node's file on its first use. */
const atStart = `
	${clock}
	const { LazyPackageDirectoryLoader } = require('n8n-core');
	lap();
	new LazyPackageDirectoryLoader(process.argv[1]).loadAll().then(() => {
		console.log(lap());
		process.exit();
	});
`;

/** Requires the named files of the package and makes their nodes, as n8n does, in a process that has n8n-workflow already, and prints what that took. */
const creating = `
	${clock}
	require('n8n-workflow');
	const own = lap();
	const [, root, ...files] = process.argv;
	for (const file of files) {
		const Class = require(root + '/' + file)[file.split('/').at(-1).split('.')[0]];
		new Class();
	}
	const ms = lap();
	console.log(ms, ms / own);
`;

/**
 * What it takes to load the package, and how large its descriptions and its tarball are.
 * @param {string} node
 * @param {AbortSignal} signal
 */
export async function loadAndSize(node, signal) {
	const root = join(hostFolder, '..', '..');
	await npm(['run', 'build'], { cwd: root, what: 'Building the package', signal });
	const { n8n } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
	/** @param {string} script @param {string[]} [files] @returns {Promise<number[][]>} by what the script prints, its values from the least to the most */
	const timed = async (script, files = []) => {
		/** @type {number[][]} */
		const columns = [];
		for (let round = 0; round < ROUNDS; round++) {
			const { stdout } = await execute(node, ['-e', script, root, ...files], {
				cwd: root,
				env: { ...process.env, N8N_USER_FOLDER: join(root, '.host', 'load') },
			});
			const values = stdout.trim().split('\n').at(-1)?.split(' ') ?? [];
			for (const [at, value] of values.entries()) (columns[at] ??= []).push(Number(value));
		}
		return columns.map((values) => values.sort((a, b) => a - b));
	};
	const spread = (/** @type {number[]} */ [least = NaN, median = NaN, most = NaN] = []) => ({
		median: tenth(median),
		least: tenth(least),
		most: tenth(most),
	});
	/** @type {Record<string, unknown>} */
	const firstUse = {};
	for (const file of n8n.nodes) {
		const [ms, times] = await timed(creating, [file]);
		firstUse[basename(file, '.node.js')] = { ms: spread(ms).median, times: spread(times).median };
	}
	const [everything] = await timed(creating, [...n8n.nodes, ...n8n.credentials]);
	const [start] = await timed(atStart);
	const types = readFileSync(join(root, 'dist', 'types', 'nodes.json'));
	const [tarball] = JSON.parse(
		await npm(['pack', '--dry-run', '--json', '--ignore-scripts'], {
			cwd: root,
			what: 'Packing the package',
			signal,
		}),
	);
	return {
		startMs: spread(start),
		firstUse,
		everythingMs: spread(everything),
		descriptionsKb: tenth(types.length / 1000),
		descriptionsGzippedKb: tenth(gzipSync(types).length / 1000),
		tarballKb: tenth(tarball.size / 1000),
		unpackedKb: tenth(tarball.unpackedSize / 1000),
	};
}
