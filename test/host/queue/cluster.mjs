import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { n8nDatabase } from '../databaseSettings.mjs';
import { installHost } from '../install.mjs';
import { startN8n } from '../n8n.mjs';
import { packPackage, unpackPackage } from '../package.mjs';
import { freePort } from '../ports.mjs';
import { startPostgres } from '../postgres.mjs';
import { step } from '../progress.mjs';
import { startRedis } from '../redis.mjs';

/** Only of this cluster, which lives for one run. */
const encryptionKey = 'for-one-run-of-the-queue-checks';

/**
 * Starts n8n in queue mode: its main process, a webhook processor and workers, each with a folder of its own as
 * on machines of their own, over Redis and PostgreSQL. Binary data is where n8n keeps it in queue mode: in the database.
 * @param {{ folder: string, workers: number, concurrency?: number, env?: Record<string, string>, life: ReturnType<typeof import('../lifetime.mjs').lifetime> }} options folder: emptied first; concurrency: executions of a worker at once; env: for each process
 */
export async function startCluster({ folder, workers, concurrency = 1, env = {}, life }) {
	const workerNames = Array.from({ length: workers }, (_, index) => `worker-${index + 1}`);
	const names = ['main', 'webhook', ...workerNames];
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	const node = await installHost(life.signal);
	/** @param {string} name */
	const homeOf = (name) => join(folder, name);
	/** @param {string} name */
	const logOf = (name) => join(folder, `${name}.log`);
	const logs = names.map(logOf);
	await step('Building the package and installing it into n8n and its workers', async () => {
		const tarball = await packPackage(life.signal, join(folder, 'package'));
		for (const name of names) {
			mkdirSync(homeOf(name));
			await unpackPackage(tarball, homeOf(name));
		}
	});
	const database = await startPostgres({ folder: join(folder, 'postgres'), life });
	const redis = await startRedis({ folder: join(folder, 'redis'), life });
	const port = await freePort();
	const shared = {
		...env,
		// Where the links lead that workers make for people.
		WEBHOOK_URL: `http://127.0.0.1:${port}/`,
		...n8nDatabase(database),
		EXECUTIONS_MODE: 'queue',
		QUEUE_BULL_REDIS_HOST: redis.host,
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		N8N_ENCRYPTION_KEY: encryptionKey,
		// Where n8n keeps binary data in queue mode, said here to be sure.
		N8N_DEFAULT_BINARY_DATA_MODE: 'database',
		// What the editor's button runs goes to a worker too.
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
	};
	/** @param {string} name @param {string[]} command @param {Record<string, string>} env @param {number} port */
	const start = (name, command, env, port) =>
		startN8n({ node, home: homeOf(name), port, logFile: logOf(name), life, command, env });

	// The main process makes the tables; the workers find them.
	const { url } = await step('Starting n8n', () => start('main', ['start'], shared, port));
	const webhookPort = await freePort();
	const webhook = await step('Starting a webhook processor', () =>
		start('webhook', ['webhook'], shared, webhookPort),
	);
	/** @type {Map<string, () => Promise<void>>} */
	const kills = new Map();
	/** @param {string} name @param {string} [logFile] */
	const startWorker = async (name, logFile = logOf(name)) => {
		const health = await freePort();
		const env = {
			...shared,
			QUEUE_HEALTH_CHECK_ACTIVE: 'true',
			QUEUE_HEALTH_CHECK_PORT: String(health),
		};
		const command = ['worker', `--concurrency=${concurrency}`];
		const started = await startN8n({
			...{ node, home: homeOf(name), port: health, logFile, life, command, env },
		});
		kills.set(name, started.kill);
	};
	await step(`Starting ${workers} workers`, async () => {
		for (const name of workerNames) await startWorker(name);
	});
	/** Kills a worker and starts it again. @param {string} name */
	const crashWorker = async (name) => {
		await kills.get(name)?.();
		logs.push(join(folder, `${name}-${logs.length}.log`));
		await startWorker(name, logs.at(-1));
	};

	/** Starts one more main process on the same data, with settings of its own. @param {string} name @param {Record<string, string>} env */
	const startMain = (name, env) => {
		mkdirSync(homeOf(name), { recursive: true });
		const started = freePort().then((own) => start(name, ['start'], { ...shared, ...env }, own));
		return { logFile: logOf(name), started };
	};

	/** The executions that each worker says it ran. */
	const executionsByWorker = () =>
		workerNames.map((name) => {
			const log = readFileSync(logOf(name), 'utf8');
			return [...log.matchAll(/started execution (\d+)/g)].map(([, id]) => id);
		});
	return {
		url,
		webhookUrl: webhook.url,
		workers,
		database,
		executionsByWorker,
		startMain,
		crashWorker,
		homes: names.map(homeOf),
		logs,
	};
}

/** @typedef {Awaited<ReturnType<typeof startCluster>>} Cluster */
