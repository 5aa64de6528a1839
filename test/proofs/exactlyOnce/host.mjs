import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { n8nDatabase, postgresCredential } from '../../host/databaseSettings.mjs';
import { localCredential } from '../../host/demo.mjs';
import { installHost } from '../../host/install.mjs';
import { startN8n } from '../../host/n8n.mjs';
import { owner } from '../../host/owner.mjs';
import { packPackage, unpackPackage } from '../../host/package.mjs';
import { freePort } from '../../host/ports.mjs';
import { startPostgres } from '../../host/postgres.mjs';
import { connect } from '../../host/rest.mjs';
import { activate, putCredential, putWorkflow, withCredential } from '../../host/workflows.mjs';
import { engines } from './engines.mjs';
import { watchN8n } from './watch.mjs';
import { feedWorkflow, tables } from './workflow.mjs';

/**
 * Everything that a run needs, on free ports and without data of earlier runs: PostgreSQL with a database for n8n and one for
 * the feed, and n8n with the packed package. `start` starts n8n, again and again on the same data.
 * @param {object} options
 * @param {string} options.folder emptied first
 * @param {string} options.engine
 * @param {ReturnType<typeof import('../../host/lifetime.mjs').lifetime>} options.life
 * @param {Record<string, string>} [options.settings] of n8n, on top of those of the engine
 */
export async function prepareHost({ folder, engine, life, settings }) {
	rmSync(folder, { recursive: true, force: true });
	const home = join(folder, 'home');
	mkdirSync(home, { recursive: true });
	const node = await installHost(life.signal);
	await unpackPackage(await packPackage(life.signal, join(folder, 'package')), home);
	const server = await startPostgres({ folder: join(folder, 'postgres'), life });
	const n8nData = await server.databaseNamed('n8n');
	const feed = await server.databaseNamed('feed');
	await feed.query(tables);
	const port = await freePort();
	const env = { ...n8nDatabase(n8nData), ...engines[engine], ...settings };
	let starts = 0;

	/** @param {(kill: () => Promise<void>) => void} [onSpawn] */
	const start = async (onSpawn) => {
		starts += 1;
		const logFile = join(folder, `n8n-${String(starts).padStart(2, '0')}.log`);
		return await startN8n({ node, home, port, logFile, life, env, onSpawn });
	};
	return { start, n8nData, feed, url: `http://127.0.0.1:${port}` };
}

/** @typedef {Awaited<ReturnType<typeof prepareHost>>} Host */

/**
 * Puts the workflow into the n8n that runs, watches its database, and publishes the workflow: its first poll comes at once.
 * @param {Host} host
 * @param {{ service: any, startDate: string, maxEntries: number }} options
 */
export async function publishFeed({ url, n8nData, feed }, { service, startDate, maxEntries }) {
	const rest = await connect(url, owner);
	const credential = await putCredential(rest, localCredential(service));
	const postgres = await putCredential(rest, postgresCredential(feed));
	const workflow = await putWorkflow(
		rest,
		withCredential(
			feedWorkflow({ name: 'Usage feed', startDate, maxEntries, postgres }),
			credential,
		),
	);
	const watch = await watchN8n(n8nData);
	await activate(rest, workflow);
	return watch;
}
