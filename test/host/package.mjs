import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { extract } from 'tar';
import { dataFolder, hostFolder, packageName, repository } from './paths.mjs';
import { PlainError } from './plainError.mjs';
import { npm } from './run.mjs';

/**
 * Builds the package, unless PACKAGE_IS_BUILT says that it is, and packs it as npm would publish it.
 * @param {AbortSignal} [signal]
 * @param {string} [folder] emptied first; one of its own for each run that may go on beside others
 * @returns {Promise<string>} the path of the tarball
 */
export async function packPackage(signal, folder = join(dataFolder, 'package')) {
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	// .ci/run has built it, and nobody edits meanwhile.
	if (!process.env.PACKAGE_IS_BUILT)
		await npm(['run', 'build', '--silent'], {
			cwd: repository,
			what: 'Building the package',
			signal,
		});
	const report = await npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
		cwd: repository,
		what: 'Packing the package',
		signal,
	});
	const { name } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
	if (name !== packageName)
		throw new PlainError(`The package is called ${name}, but ${packageName} is expected.`);
	const [{ filename }] = JSON.parse(report);
	return join(folder, filename);
}

/**
 * Has an unpacked package trust the enclaves of the local service in place of those of Intel and NVIDIA, which nobody here can play.
 * @param {string} home n8n's user folder
 * @param {{ intel: string, nvidia: string }} roots fingerprints
 */
export function trustRoots(home, roots) {
	const file = join(home, '.n8n', 'nodes', 'node_modules', packageName, 'dist', 'bundle.js');
	const code = readFileSync(file, 'utf8');
	const shipped = /intel: "[0-9a-f]{64}",\s+nvidia: "[0-9a-f]{64}"/g;
	if (code.match(shipped)?.length !== 1) throw new PlainError('The roots are not found.');
	writeFileSync(file, code.replace(shipped, `intel: "${roots.intel}", nvidia: "${roots.nvidia}"`));
}

/** What n8n gives to packages; else those of this repository would be found, whose errors n8n does not know for its own. */
const fromN8n = ['n8n-workflow', '@n8n/ai-node-sdk'];

/**
 * Puts the tarball where n8n puts a community package that a user installs.
 * @param {string} tarball
 * @param {string} home n8n's user folder
 * @param {string} [n8nFolder] where another n8n than the host's is installed
 */
export async function unpackPackage(tarball, home, n8nFolder = hostFolder) {
	const folder = join(home, '.n8n', 'nodes', 'node_modules', packageName);
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	await extract({ file: tarball, cwd: folder, strip: 1 });
	for (const name of fromN8n) {
		const target = join(n8nFolder, 'node_modules', name);
		// n8n 1.x has no SDK for AI nodes.
		if (!existsSync(target)) continue;
		const place = join(dirname(folder), name);
		mkdirSync(dirname(place), { recursive: true });
		rmSync(place, { recursive: true, force: true });
		symlinkSync(target, place, 'junction');
	}
}
