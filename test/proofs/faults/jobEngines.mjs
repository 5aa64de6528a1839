import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { build } from 'esbuild';

/** The jobs in trouble in n8n 2 and in n8n 1, by `npm run proof -- faults jobs`: the figures go to test/proofs/results/jobs.json, and what must not be is printed. */
const require = createRequire(import.meta.url);
const fromV1 = createRequire(require.resolve('n8n-core-v1'));

/** n8n 1 with the very copies of its own packages, as its engine compares classes. */
const N8N_1 = {
	...Object.fromEntries(
		['n8n-workflow', '@n8n/di', '@n8n/backend-common'].map((name) => [name, fromV1.resolve(name)]),
	),
	'n8n-core': require.resolve('n8n-core-v1'),
	'n8n-core/package.json': require.resolve('n8n-core-v1/package.json'),
};

/**
 * Plays the jobs in one engine; gives its report, or nothing where something went wrong.
 * @param {string} name
 * @param {Record<string, string>} replaced
 */
async function play(name, replaced) {
	const outfile = `.host/jobs-n8n-${name}.cjs`;
	await build({
		...{ entryPoints: ['test/proofs/faults/jobsMain.ts'], bundle: true, platform: 'node' },
		...{ target: 'node20', packages: 'external', logLevel: 'warning', outfile },
		plugins: [
			{
				name: 'engine',
				setup: ({ onResolve }) =>
					onResolve({ filter: /^@?n8n/ }, ({ path }) =>
						path in replaced ? { path: replaced[path], external: true } : undefined,
					),
			},
		],
	});
	const parts = Array.from({ length: PARTS }, (_, part) => played(outfile, part));
	const reports = await Promise.all(parts);
	if (reports.includes(undefined)) return undefined;
	const runs = reports.reduce((sum, report) => sum + report.runs, 0);
	return { ...reports[0], runs };
}

/** Each job mostly waits for its servers. */
const PARTS = 4;

/** @param {string} file @param {number} part @returns {Promise<Record<string, any> | undefined>} */
async function played(file, part) {
	const child = spawn(process.execPath, [file, String(part), String(PARTS)], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	let text = '';
	for await (const chunk of child.stdout) text += chunk;
	process.stdout.write(text);
	const [report, ...wrong] = text.trim().split('\n');
	return report && wrong.length === 0 ? JSON.parse(report) : undefined;
}

const reports = await Promise.all([play('2', {}), play('1', N8N_1)]);
if (reports.includes(undefined)) process.exitCode = 1;
else
	writeFileSync(
		'test/proofs/results/jobs.json',
		`${JSON.stringify({ engines: reports }, null, '\t')}\n`,
	);
