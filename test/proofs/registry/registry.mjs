import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startDaemon } from '../../host/daemon.mjs';
import { PlainError } from '../../host/plainError.mjs';
import { freePort } from '../../host/ports.mjs';
import { step } from '../../host/progress.mjs';
import { npm } from '../../host/run.mjs';

const here = dirname(fileURLToPath(import.meta.url));

/** Anyone may read; only someone who has logged in may publish, and nothing is asked of another registry. */
const config = (/** @type {string} */ folder) => `
storage: ${join(folder, 'storage')}
auth: { htpasswd: { file: ${join(folder, 'htpasswd')} } }
packages: { '**': { access: $all, publish: $authenticated } }
log: { type: stdout, format: pretty, level: warn }
`;

/**
 * Starts an npm registry of its own on loopback, with one account.
 * @param {{ folder: string, node: string, life: ReturnType<typeof import('../../host/lifetime.mjs').lifetime> }} options
 * @returns its address, and what its account publishes with
 */
export async function startRegistry({ folder, node, life }) {
	mkdirSync(folder, { recursive: true });
	cpSync(join(here, 'package.json'), join(folder, 'package.json'));
	await step('Installing the registry', () =>
		npm(['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'], {
			cwd: folder,
			what: 'Installing the registry',
			signal: life.signal,
		}),
	);
	const file = join(folder, 'config.yaml');
	writeFileSync(file, config(folder));
	const url = `http://127.0.0.1:${await freePort()}/`;
	await startDaemon({
		what: 'The registry',
		command: node,
		args: [join(folder, 'node_modules/verdaccio/bin/verdaccio'), '-c', file, '-l', url],
		cwd: folder,
		logFile: join(folder, 'registry.log'),
		stopSignal: 'SIGTERM',
		answers: async () => await fetch(`${url}-/ping`),
		life,
	});
	const user = { name: 'owner', password: 'for-this-run-only' };
	const answer = await fetch(`${url}-/user/org.couchdb.user:${user.name}`, {
		method: 'PUT',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(user),
	});
	if (!answer.ok) throw new PlainError(`The registry made no account: ${await answer.text()}`);
	return { url, token: (await answer.json()).token };
}
