import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endGroup } from './endGroup.mjs';
import { ownerSettings } from './owner.mjs';
import { hostFolder } from './paths.mjs';
import { PlainError } from './plainError.mjs';
import { freePort } from './ports.mjs';
import { tail } from './tail.mjs';

/** A crowded machine takes minutes. */
const startLimitMs = 600_000;
const stopLimitMs = 20_000;

/**
 * n8n's settings: on loopback, all data in one folder, and nothing that asks the internet.
 * Nothing else is inherited, so that a proxy or an n8n setting of the caller cannot change a run.
 * @param {{ home: string, port: number, brokerPort: number, node: string, env?: Record<string, string> }} options env: added last
 */
const settings = ({ home, port, brokerPort, node, env }) => ({
	PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
	HOME: home,
	NODE_ENV: 'production',
	N8N_USER_FOLDER: home,
	DB_TYPE: 'sqlite',
	N8N_PORT: String(port),
	N8N_LISTEN_ADDRESS: '127.0.0.1',
	N8N_HOST: '127.0.0.1',
	N8N_SECURE_COOKIE: 'false',
	N8N_RUNNERS_BROKER_PORT: String(brokerPort),
	GENERIC_TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone,
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	// asks n8n's makers for a list at every start
	N8N_DISABLED_MODULES: 'mcp-registry',
	N8N_PYTHON_ENABLED: 'false',
	// by default 100 requests in five minutes, which a quick client exceeds
	N8N_MCP_SERVER_RATE_LIMIT: '1000',
	...ownerSettings(),
	...env,
});

/** Where n8n lets its nodes read and write files: ~/.n8n-files, and the home is the user folder. @param {string} home */
export const filesFolder = (home) => join(home, '.n8n-files');

/**
 * Starts n8n, or a worker of it, and waits until it answers; `life` stops it, also while it is still starting.
 * `kill` ends it with all that it started, at once and without a word to it.
 * @param {object} options
 * @param {string} options.node
 * @param {string} options.home n8n's user folder; a process started again on it goes on with its data
 * @param {number} options.port
 * @param {string} options.logFile
 * @param {ReturnType<typeof import('./lifetime.mjs').lifetime>} options.life
 * @param {Record<string, string>} [options.env] settings on top of the usual ones
 * @param {string[]} [options.command] for example ['worker', '--concurrency=1']
 * @param {(kill: () => Promise<void>) => void} [options.onSpawn] told at once, while it is still starting
 * @param {string} [options.folder] where another n8n than the host's is installed
 */
export async function startN8n({
	node,
	home,
	port,
	logFile,
	life,
	env,
	command = ['start'],
	onSpawn,
	folder = hostFolder,
}) {
	mkdirSync(filesFolder(home), { recursive: true });
	const brokerPort = await freePort();
	life.signal.throwIfAborted();
	const log = createWriteStream(logFile);
	// A group of its own: the task runner that n8n starts can be ended with it, and a Ctrl-C reaches n8n once, through stop().
	const child = spawn(node, [join(folder, 'node_modules', 'n8n', 'bin', 'n8n'), ...command], {
		cwd: home,
		env: settings({ home, port, brokerPort, node, env }),
		detached: process.platform !== 'win32',
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	child.stdout.pipe(log, { end: false });
	child.stderr.pipe(log, { end: false });
	/** @type {Promise<number | null>} */
	const exited = new Promise((resolve) => child.once('close', resolve));
	child.once('error', (error) => log.write(`${error.message}\n`));

	let killed = false;
	const stop = async () => {
		if (killed) return;
		if (child.exitCode === null) child.kill('SIGTERM');
		await Promise.race([exited, wait(stopLimitMs, undefined, { ref: false })]);
		endGroup(child.pid);
		log.end();
	};
	life.add(stop);
	const kill = async () => {
		killed = true;
		endGroup(child.pid);
		await exited;
		log.end();
	};
	onSpawn?.(kill);

	const url = `http://127.0.0.1:${port}`;
	await ready(url, exited, logFile, life.signal);
	return { url, exited, logFile, kill, pid: child.pid };
}

/**
 * @param {string} url
 * @param {Promise<number | null>} exited
 * @param {string} logFile
 * @param {AbortSignal} signal
 */
async function ready(url, exited, logFile, signal) {
	const limit = Date.now() + startLimitMs;
	let ended = false;
	void exited.then(() => {
		ended = true;
	});
	while (!ended && Date.now() < limit) {
		signal.throwIfAborted();
		const answer = await fetch(`${url}/healthz/readiness`).catch(() => undefined);
		if (answer?.ok) return;
		await wait(250);
	}
	const reason = ended
		? 'stopped while starting'
		: `did not answer within ${startLimitMs / 1000} s`;
	throw new PlainError(`n8n ${reason}. Its last lines:\n${tail(logFile)}`);
}
