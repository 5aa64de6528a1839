import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { hostFolder } from '../../host/paths.mjs';
import { npm } from '../../host/run.mjs';

const execute = promisify(execFile);
const ROUNDS = 5;

const tenth = (/** @type {number} */ value) => Math.round(value * 10) / 10;

/** What n8n does with an installed package when it starts: it reads the descriptions, and requires a node's file on its first use. */
const atStart = `
	const { LazyPackageDirectoryLoader } = require('n8n-core');
	const start = performance.now();
	new LazyPackageDirectoryLoader(process.argv[1]).loadAll().then(() => {
		console.log(performance.now() - start);
		process.exit();
	});
`;

/** Requires the named files of the package and makes their nodes, as n8n does, in a process that has n8n-workflow already, and prints the milliseconds. */
const creating = `
	require('n8n-workflow');
	const [, root, ...files] = process.argv;
	const start = performance.now();
	for (const file of files) {
		const Class = require(root + '/' + file)[file.split('/').at(-1).split('.')[0]];
		new Class();
	}
	console.log(performance.now() - start);
`;

/**
 * How long the package takes to load, and how large its descriptions and its tarball are.
 * @param {string} node
 * @param {AbortSignal} signal
 */
export async function loadAndSize(node, signal) {
	const root = join(hostFolder, '..', '..');
	await npm(['run', 'build'], { cwd: root, what: 'Building the package', signal });
	const { n8n } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
	/** @param {string} script @param {string[]} [files] */
	const timed = async (script, files = []) => {
		const times = [];
		for (let round = 0; round < ROUNDS; round++) {
			const { stdout } = await execute(node, ['-e', script, root, ...files], {
				cwd: root,
				env: { ...process.env, N8N_USER_FOLDER: join(root, '.host', 'load') },
			});
			times.push(Number(stdout.trim().split('\n').at(-1)));
		}
		times.sort((a, b) => a - b);
		return { median: tenth(times[2]), least: tenth(times[0]), most: tenth(times[4]) };
	};
	/** @type {Record<string, unknown>} */
	const firstUseMs = {};
	for (const file of n8n.nodes) {
		firstUseMs[basename(file, '.node.js')] = (await timed(creating, [file])).median;
	}
	const types = readFileSync(join(root, 'dist', 'types', 'nodes.json'));
	const [tarball] = JSON.parse(
		await npm(['pack', '--dry-run', '--json', '--ignore-scripts'], {
			cwd: root,
			what: 'Packing the package',
			signal,
		}),
	);
	return {
		startMs: await timed(atStart),
		firstUseMs,
		everythingMs: await timed(creating, [...n8n.nodes, ...n8n.credentials]),
		descriptionsKb: tenth(types.length / 1000),
		descriptionsGzippedKb: tenth(gzipSync(types).length / 1000),
		tarballKb: tenth(tarball.size / 1000),
		unpackedKb: tenth(tarball.unpackedSize / 1000),
	};
}
