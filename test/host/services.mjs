import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { step } from './progress.mjs';
import { run } from './run.mjs';

const debian = '/usr/lib/postgresql';
const redisPlaces = ['/usr/bin/redis-server', '/usr/local/bin/redis-server'];

/** What Debian calls the extension for vectors; Debian 12 does not have it yet. */
export const pgvectorPackage = () => {
	const version = /postgresql\/(\d+)\//.exec(findPostgres() ?? '')?.[1];
	return version ? `postgresql-${version}-pgvector` : 'pgvector';
};

/** The folder of PostgreSQL's programs, where there is one: POSTGRES_BIN, or the newest of Debian's. */
export function findPostgres() {
	if (process.env.POSTGRES_BIN) return process.env.POSTGRES_BIN;
	const versions = existsSync(debian) ? readdirSync(debian) : [];
	return versions
		.sort((a, b) => Number(b) - Number(a))
		.map((version) => join(debian, version, 'bin'))
		.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

/** Where PostgreSQL keeps the extension for vectors, if it has it. */
export function findPgvector() {
	const programs = findPostgres();
	if (!programs) return undefined;
	try {
		const shared = execFileSync(join(programs, 'pg_config'), ['--sharedir'], { encoding: 'utf8' });
		const file = join(shared.trim(), 'extension', 'vector.control');
		return existsSync(file) ? file : undefined;
	} catch {
		return undefined;
	}
}

/** The path of Redis, where there is one. */
export const findRedis = () =>
	process.env.REDIS_SERVER ?? redisPlaces.find((place) => existsSync(place));

const wanted = /** @type {const} */ ([
	{ name: 'PostgreSQL', package: 'postgresql', find: findPostgres },
	{ name: 'Redis', package: 'redis-server', find: findRedis },
]);

/**
 * Installs PostgreSQL and Redis where that was asked for with INSTALL_SERVICES=1 and apt-get may do it.
 * They are optional: what needs one that is missing is skipped.
 * @param {AbortSignal} signal
 * @returns {Promise<string | undefined>} why what needs them is skipped; nothing when both are there
 */
export async function prepareServices(signal) {
	const before = wanted.filter(({ find }) => !find());
	if (before.length > 0 && process.env.INSTALL_SERVICES === '1' && process.getuid?.() === 0) {
		await install(before, signal);
	}
	const missing = wanted.filter(({ find }) => !find());
	if (missing.length === 0) return undefined;
	const names = missing.map(({ name }) => name).join(' and ');
	const packages = missing.map((one) => one.package).join(' ');
	return `${names} ${missing.length > 1 ? 'are' : 'is'} not on this machine (on Debian or Ubuntu: apt-get install -y ${packages}).`;
}

/** @param {{ name: string, package: string }[]} services @param {AbortSignal} signal */
async function install(services, signal) {
	const names = services.map(({ name }) => name).join(' and ');
	/** @param {string[]} args */
	const aptGet = (args) =>
		run('apt-get', args, {
			cwd: '/',
			what: `Installing ${names}`,
			env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
			signal,
		});
	try {
		await step(`Installing ${names}`, async () => {
			await aptGet(['update']);
			const packages = services.map((one) => one.package);
			await aptGet(['install', '-y', '--no-install-recommends', ...packages]);
		});
	} catch (error) {
		signal.throwIfAborted();
		console.log(
			`${names} could not be installed: ${error instanceof Error ? error.message : error}`,
		);
	}
}
