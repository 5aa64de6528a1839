import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plainUser, startDaemon } from './daemon.mjs';
import { hostFolder } from './paths.mjs';
import { PlainError } from './plainError.mjs';
import { freePort } from './ports.mjs';
import { findPostgres } from './services.mjs';

const host = '127.0.0.1';
const user = 'inference';
const password = 'inference';
const standardDatabase = 'postgres';
/** Of the connections made here, so that those of n8n can be told from them. */
const ownName = 'harness';

/** A server for a test needs no safety against a power cut. */
const settings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };

/**
 * Starts an empty PostgreSQL on loopback; `life` stops it and nothing of it is used again.
 * `query` gives the rows; `databaseNamed` creates a database and gives the same for it.
 * @param {{ folder: string, life: ReturnType<typeof import('./lifetime.mjs').lifetime> }} options folder: emptied first, holds data and log
 */
export async function startPostgres({ folder, life }) {
	const programs = findPostgres();
	if (!programs)
		throw new PlainError('PostgreSQL is not on this machine: see test/host/services.mjs');
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	const runner = plainUser(['postgres', 'nobody']);
	const data = dataFolderFor(folder, runner, life);
	execFileSync(
		join(programs, 'initdb'),
		['-D', data, '-U', user, '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
		{ ...runner, cwd: data, stdio: 'pipe' },
	);

	const port = await freePort();
	const server = databaseOn(port, standardDatabase, life);
	await startDaemon({
		what: 'PostgreSQL',
		command: join(programs, 'postgres'),
		args: [
			...['-D', data, '-p', String(port), '-h', host, '-k', ''],
			...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
		],
		cwd: data,
		logFile: join(folder, 'postgres.log'),
		user: runner,
		stopSignal: 'SIGINT',
		answers: () => server.query('SELECT 1'),
		life,
	});
	/** @param {string} name small letters and underscores */
	const databaseNamed = async (name) => {
		await server.query(`CREATE DATABASE ${name}`);
		return databaseOn(port, name, life);
	};
	return { ...server, databaseNamed };
}

/**
 * One database of a running server. The driver is the one that n8n brings with it.
 * @param {number} port
 * @param {string} database
 * @param {ReturnType<typeof import('./lifetime.mjs').lifetime>} life
 */
function databaseOn(port, database, life) {
	const n8n = createRequire(join(hostFolder, 'node_modules', 'n8n', 'package.json'));
	const { Client, Pool } = n8n('pg');
	const own = { host, port, user, password, database, application_name: ownName };
	const pool = new Pool({ ...own, max: 4 });
	// A connection that the server ends while it is stopped is no news.
	pool.on('error', () => {});
	life.add(() => pool.end());
	return {
		host,
		port,
		user,
		password,
		database,
		/** @param {string} sql @param {unknown[]} [values] for $1, $2 ... @returns {Promise<any[]>} */
		query: async (sql, values) => (await pool.query(sql, values)).rows,
		/** Ends all connections to the database that are not made here. @returns {Promise<number>} how many */
		dropOthers: async () => {
			const ended = await pool.query(
				'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND application_name <> $2',
				[database, ownName],
			);
			return ended.rows.length;
		},
		/** Hears what is told on a channel with pg_notify. @param {string} channel @param {(payload: string) => void} hear */
		listen: async (channel, hear) => {
			const client = new Client(own);
			client.on('error', () => {});
			client.on('notification', (/** @type {{ payload: string }} */ { payload }) => hear(payload));
			life.add(() => client.end());
			await client.connect();
			await client.query(`LISTEN ${channel}`);
		},
	};
}

/**
 * A folder that the server can write to: inside the given one, or a temporary one where the user may not go there.
 * @param {string} folder
 * @param {import('./daemon.mjs').User | undefined} runner
 * @param {ReturnType<typeof import('./lifetime.mjs').lifetime>} life
 */
function dataFolderFor(folder, runner, life) {
	const inside = join(folder, 'data');
	if (!runner) return made(inside);
	try {
		execFileSync('test', ['-x', folder], { ...runner, cwd: '/' });
	} catch {
		const elsewhere = mkdtempSync(join(tmpdir(), 'postgres-'));
		life.add(() => rmSync(elsewhere, { recursive: true, force: true }));
		chownSync(elsewhere, runner.uid, runner.gid);
		return elsewhere;
	}
	made(inside);
	chownSync(inside, runner.uid, runner.gid);
	return inside;
}

/** @param {string} folder */
function made(folder) {
	mkdirSync(folder, { mode: 0o700 });
	return folder;
}
