import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildFolder, repository } from './paths.mjs';

/**
 * Loads a module that is written in TypeScript.
 * @param {...string} path below `test`
 */
export async function loadTypeScript(...path) {
	const outfile = join(buildFolder, `${path.at(-1)}.cjs`);
	const { build } = createRequire(join(repository, 'package.json'))('esbuild');
	await build({
		entryPoints: [join(repository, 'test', ...path)],
		outfile,
		bundle: true,
		platform: 'node',
		target: 'node20',
		packages: 'external',
		logLevel: 'warning',
	});
	return await import(pathToFileURL(outfile).href);
}

/**
 * Starts the local service in this process.
 * @param {Record<string, unknown>} options as its startService takes them
 */
export async function startLocalService(options) {
	const { startService } = await loadTypeScript('service', 'service.ts');
	return await startService({ jobs: shortJobs, ...options });
}

/** A real video takes minutes; here a workflow that waits for one comes to its end while somebody looks on. */
const shortJobs = { audio: 2_000, video: 6_000 };

const hour = 3_600_000;

/** Charges for more than two weeks before now, so that a report of the last seven days has something to say and to compare with. */
export const demoHistory = () => ({
	entries: 800,
	from: new Date(Math.floor(Date.now() / hour) * hour - 400 * hour).toISOString(),
	stepMs: hour / 2,
});
