import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startDaemon } from './daemon.mjs';
import { hostFolder } from './paths.mjs';
import { freePort } from './ports.mjs';

const host = '127.0.0.1';
const shipped = `chromadb-js-bindings-${process.platform}-${process.arch}`;
const folders = [shipped, `${shipped}-gnu`].map((name) => join(hostFolder, 'node_modules', name));

/** Runs Chroma's program, which is a library for Node.js, without its look for a newer version. @param {string} binding @param {string[]} args */
const program = (binding, args) => [
	'-e',
	`require(${JSON.stringify(binding)}).cli(${JSON.stringify(['chroma', ...args])})`,
];

/** The server of Chroma that this machine can run: CHROMA_BINDING, or the one that n8n's client for Chroma brings with it. */
export function findChroma() {
	const binding = process.env.CHROMA_BINDING ?? folders.find((folder) => existsSync(folder));
	if (!binding) return undefined;
	try {
		const load = `require(${JSON.stringify(binding)})`;
		execFileSync(process.execPath, ['-e', load], { stdio: 'ignore' });
		return binding;
	} catch {
		return undefined;
	}
}

/**
 * Starts an empty Chroma on loopback; `life` stops it.
 * @param {{ folder: string, binding: string, life: ReturnType<typeof import('./lifetime.mjs').lifetime> }} options folder: emptied first, holds data and log
 */
export async function startChroma({ folder, binding, life }) {
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	const port = await freePort();
	const url = `http://${host}:${port}`;
	await startDaemon({
		what: 'Chroma',
		command: process.execPath,
		args: program(binding, ['run', '--path', folder, '--host', host, '--port', String(port)]),
		cwd: folder,
		logFile: join(folder, 'chroma.log'),
		stopSignal: 'SIGTERM',
		answers: async () => {
			const response = await fetch(`${url}/api/v2/heartbeat`);
			if (!response.ok) throw new Error(`Chroma answered ${response.status}`);
		},
		life,
	});
	return { url };
}
