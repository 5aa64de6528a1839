import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { hostFolder, n8nVersion } from './paths.mjs';
import { step } from './progress.mjs';
import { checkCompiler, nodeForN8n } from './requirements.mjs';
import { npm } from './run.mjs';

const modules = join(hostFolder, 'node_modules');
const marker = join(modules, '.host-installed');
const lockfile = join(hostFolder, 'package-lock.json');

/** What an installation was made from; another lockfile or platform makes another one. */
function fingerprint() {
	const lock = createHash('sha256').update(readFileSync(lockfile)).digest('hex');
	return `${lock} ${process.platform} ${process.arch}\n`;
}

const isInstalled = () => existsSync(marker) && readFileSync(marker, 'utf8') === fingerprint();

/** @param {string[]} folders package folders relative to the host's */
function share(folders) {
	const there = folders.filter((folder) => existsSync(join(hostFolder, folder, 'package.json')));
	if (there.length === 0) return 'resolving packages';
	return `${there.length} of about ${folders.length} packages`;
}

const driver = join(modules, 'sqlite3', 'build', 'Release', 'node_sqlite3.node');

/**
 * Installs n8n once, and again only when the lockfile changes; a download is kept where what follows it fails.
 * @param {AbortSignal} signal
 * @returns {Promise<string>} the path of the Node that runs n8n
 */
export async function installHost(signal) {
	if (!isInstalled()) {
		nodeForN8n({ installed: false });
		checkCompiler();
		/** @type {{ packages: Record<string, { optional?: boolean }> }} */
		const lock = JSON.parse(readFileSync(lockfile, 'utf8'));
		const folders = Object.keys(lock.packages).filter(
			(name) => name && !lock.packages[name].optional,
		);
		await step(
			`Installing n8n ${n8nVersion} (only the first time; about 3 GB, several minutes)`,
			async (note) => {
				note(() => share(folders));
				await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
					cwd: hostFolder,
					what: 'Installing n8n',
					signal,
				});
			},
		);
		writeFileSync(marker, fingerprint());
	}
	if (!existsSync(driver)) {
		checkCompiler();
		await step('Compiling the database driver of n8n (only the first time)', async () => {
			await rebuildDriver(signal);
		});
	}
	return /** @type {{ node: string }} */ (nodeForN8n({ installed: true })).node;
}

/** @param {AbortSignal} signal */
async function rebuildDriver(signal) {
	const chosen = nodeForN8n({ installed: true });
	if (!chosen) return;
	const headers = existsSync(join(chosen.home, 'include', 'node', 'node.h'));
	await npm(['rebuild', 'sqlite3', '--ignore-scripts=false'], {
		cwd: hostFolder,
		what: 'Compiling the database driver',
		signal,
		env: {
			...process.env,
			PATH: `${join(chosen.home, 'bin')}${delimiter}${process.env.PATH}`,
			...(headers && { npm_config_nodedir: chosen.home }),
		},
	});
}
