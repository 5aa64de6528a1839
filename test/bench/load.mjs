import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { hostFolder } from '../host/paths.mjs';
import { npm } from '../host/run.mjs';

const execute = promisify(execFile);
const ROUNDS = 9;

/** Requires all node and credential files of the package in a fresh process that has n8n-workflow already, and prints the milliseconds. */
const script = `
	require('n8n-workflow');
	const { n8n } = require(process.argv[1] + '/package.json');
	const start = performance.now();
	for (const file of [...n8n.nodes, ...n8n.credentials]) require(process.argv[1] + '/' + file);
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
	const times = [];
	for (let round = 0; round < ROUNDS; round++) {
		const { stdout } = await execute(node, ['-e', script, root], { cwd: root });
		times.push(Number(stdout));
	}
	times.sort((a, b) => a - b);
	const types = readFileSync(join(root, 'dist', 'types', 'nodes.json'));
	const [tarball] = JSON.parse(
		await npm(['pack', '--dry-run', '--json', '--ignore-scripts'], {
			cwd: root,
			what: 'Packing the package',
			signal,
		}),
	);
	const tenth = (/** @type {number} */ value) => Math.round(value * 10) / 10;
	return {
		loadMs: { median: tenth(times[4]), least: tenth(times[0]), most: tenth(times[8]) },
		descriptionsKb: tenth(types.length / 1000),
		descriptionsGzippedKb: tenth(gzipSync(types).length / 1000),
		tarballKb: tenth(tarball.size / 1000),
		unpackedKb: tenth(tarball.unpackedSize / 1000),
	};
}
