import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findChroma, startChroma } from './chroma.mjs';
import { installHost } from './install.mjs';
import { freePort } from './ports.mjs';
import { startPostgres } from './postgres.mjs';
import { step } from './progress.mjs';
import { checkOwnNode } from './requirements.mjs';
import { findPostgres } from './services.mjs';

/**
 * Starts n8n with the packed package installed, and the local service, on free ports with no data of earlier runs.
 * A stand-in takes what n8n sends to Slack; a PostgreSQL and a Chroma are started only when they are asked for.
 * @param {ReturnType<typeof import('./lifetime.mjs').lifetime>} life stops both
 * @param {string} folder emptied first; holds all data
 * @param {Record<string, unknown>} [options] of the local service
 */
export async function startFreshHost(life, folder, options = {}) {
	checkOwnNode();
	rmSync(folder, { recursive: true, force: true });
	const home = join(folder, 'home');
	const logFile = join(folder, 'n8n.log');
	mkdirSync(home, { recursive: true });

	const node = await installHost(life.signal);
	// What follows imports packages that have just been installed.
	const { packPackage, trustRoots, unpackPackage } = await import('./package.mjs');
	const { demoHistory, startLocalService } = await import('./service.mjs');
	const { startN8n } = await import('./n8n.mjs');
	const { startSlack } = await import('./slack.mjs');

	const tarball = await step('Building the package and installing it into n8n', async () => {
		const packed = await packPackage(life.signal);
		await unpackPackage(packed, home);
		return packed;
	});
	const service = await startLocalService({ history: demoHistory(), ...options });
	life.add(() => service.close());
	trustRoots(home, service.enclaveRoots);
	const slack = await startSlack(life);
	const port = await freePort();
	const logs = [logFile];
	const start = async (/** @type {string} */ log) =>
		await startN8n({ node, home, port, logFile: log, life, env: slack.env });
	let n8n = await step('Starting n8n', () => start(logFile));
	/** Kills n8n and starts it again on the same data. */
	const crash = async () => {
		await n8n.kill();
		logs.push(join(folder, `n8n-${logs.length + 1}.log`));
		n8n = await start(logs[logs.length - 1]);
	};
	/**
	 * Starts another n8n with the package and settings of its own; one of the same name goes on with its data.
	 * @param {string} name @param {Record<string, string>} env
	 */
	const startAnother = async (name, env) => {
		const other = join(folder, name);
		await unpackPackage(tarball, other);
		const log = join(folder, `${name}.log`);
		return await startN8n({ node, home: other, port: await freePort(), logFile: log, life, env });
	};
	const { url, pid } = n8n;
	const shared = { url, pid, service, home, logFile, slack, trustsTestEnclaves: true };
	return { ...shared, life, logs, crash, startAnother, ...servicesBeside(folder, life) };
}

/**
 * Programs that n8n's own nodes talk to; nothing for one that this machine does not have.
 * @param {string} folder
 * @param {ReturnType<typeof import('./lifetime.mjs').lifetime>} life stops them
 */
export function servicesBeside(folder, life) {
	/** @type {ReturnType<typeof startPostgres> | undefined} */
	let database;
	const binding = findChroma();
	return {
		/** One for all who ask. */
		startDatabase: findPostgres()
			? () => (database ??= startPostgres({ folder: join(folder, 'postgres'), life }))
			: undefined,
		startChroma: binding
			? () => startChroma({ folder: join(folder, 'chroma'), binding, life })
			: undefined,
	};
}
