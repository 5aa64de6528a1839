import { spawnSync } from 'node:child_process';
import { buildSync } from 'esbuild';

/** `npm run proof -- faults`: all parts, or the one that is named. The jobs are played in each n8n, the other parts in n8n 2. */
const [only] = process.argv.slice(2);
if (only !== 'jobs') {
	const outfile = '.host/faults.cjs';
	buildSync({
		...{ entryPoints: ['test/proofs/faults/main.ts'], bundle: true, platform: 'node' },
		...{ target: 'node20', packages: 'external', logLevel: 'warning', outfile },
	});
	const { status } = spawnSync(process.execPath, [outfile, ...process.argv.slice(2)], {
		stdio: 'inherit',
	});
	if (status !== 0) process.exitCode = 1;
}
if (only === undefined || only === 'jobs') await import('./jobEngines.mjs');
