import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { installHost } from '../../host/install.mjs';
import { hostFolder } from '../../host/paths.mjs';

const root = join(hostFolder, '..', '..');

/** What a part is run with: the packages of the n8n that is measured, then those of this project. */
const environment = () => ({
	...process.env,
	NODE_PATH: [join(hostFolder, 'node_modules'), join(root, 'node_modules')].join(delimiter),
	NODE_ENV: 'production',
});

/**
 * Runs parts of the benchmark in the Node and with the n8n of the end-to-end run, each in a process of its own.
 * @param {AbortSignal} signal
 */
export async function workshop(signal) {
	const node = await installHost(signal);
	const folder = mkdtempSync(join(tmpdir(), 'inference-bench-'));

	/** @param {string} file below test/proofs/bench, without its extension */
	const bundled = async (file) => {
		const outfile = join(folder, `${basename(file)}.cjs`);
		await build({
			entryPoints: [join(root, 'test', 'proofs', 'bench', `${file}.ts`)],
			outfile,
			bundle: true,
			platform: 'node',
			target: 'node24',
			packages: 'external',
			logLevel: 'warning',
		});
		return outfile;
	};

	/** @param {string[]} args */
	const start = (args) =>
		spawn(node, args, {
			cwd: root,
			env: environment(),
			stdio: ['ignore', 'pipe', 'inherit'],
			signal,
		});

	/** @param {string} file @param {unknown} [told] @returns {Promise<any>} what the part printed last, as JSON */
	const part = async (file, told) => {
		const args = told === undefined ? [] : [JSON.stringify(told)];
		const child = start(['--expose-gc', ...(process.env.PROF ? ['--cpu-prof', '--cpu-prof-dir=' + process.env.PROF] : []), await bundled(file), ...args]);
		let last = 'null';
		createInterface({ input: child.stdout }).on('line', (line) => (last = line));
		/** @type {number | null} */
		const code = await new Promise((resolve, reject) => {
			child.once('error', reject);
			child.once('close', resolve);
		});
		if (code !== 0) throw new Error(`${file} ended with code ${code}`);
		return JSON.parse(last);
	};

	/** @template T @param {unknown} options @param {(service: { url: string, key: string }) => Promise<T>} use */
	const withService = async (options, use) => {
		const child = start([await bundled('serviceProcess'), JSON.stringify(options)]);
		try {
			/** @type {string} */
			const line = await new Promise((resolve, reject) => {
				child.once('error', reject);
				createInterface({ input: child.stdout }).once('line', resolve);
			});
			return await use(JSON.parse(line));
		} finally {
			child.kill();
		}
	};

	return { node, part, withService, clear: () => rmSync(folder, { recursive: true, force: true }) };
}
