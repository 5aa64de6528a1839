import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { lifetime } from './lifetime.mjs';
import { writeFormatted } from '../proofs/formatted.mjs';
import { dataFolder, n8nVersion } from './paths.mjs';
import { inSeconds } from './progress.mjs';
import { checkOwnNode } from './requirements.mjs';
import { prepareServices } from './services.mjs';
import { tail } from './tail.mjs';

const life = lifetime();
const started = Date.now();
const reportFile = join(dataFolder, 'queue.json');

const { values } = parseArgs({
	options: {
		workers: { type: 'string', default: '2' },
		chats: { type: 'string', default: '150' },
		/** Where the figures are written, as test/proofs/results/queue.json. */
		out: { type: 'string' },
	},
});
const workers = wholeNumber('workers', values.workers, 2);

/** By default three windows of the limit: long enough to see whether two workers keep within it together. */
const load = {
	each: Math.ceil(wholeNumber('chats', values.chats, workers) / workers),
	limit: 60,
	mostRefused: Math.max(5, workers),
};

/** @param {string} name @param {string} text @param {number} least */
function wholeNumber(name, text, least) {
	const number = Number(text);
	if (Number.isInteger(number) && number >= least) return number;
	throw new Error(`--${name} must be a whole number of at least ${least}, but "${text}" was given`);
}

/** @param {object} report */
const write = (report) => writeFileSync(reportFile, `${JSON.stringify(report, null, '\t')}\n`);

async function main() {
	checkOwnNode();
	mkdirSync(dataFolder, { recursive: true });
	rmSync(reportFile, { force: true });
	const missing = await prepareServices(life.signal);
	if (missing) {
		console.log(`The checks in queue mode are skipped: ${missing}`);
		write({ passed: 0, failed: 0, skipped: missing });
		return;
	}
	const { startCluster } = await import('./queue/cluster.mjs');
	const { runQueueChecks } = await import('./queue/checks.mjs');
	const { startSlack } = await import('./slack.mjs');

	const slack = await startSlack(life);
	const { env } = slack;
	const cluster = await startCluster({ folder: join(dataFolder, 'queue'), workers, env, life });
	const { passed, failed, checks, figures } = await runQueueChecks({ cluster, slack, load, life });
	life.signal.throwIfAborted();
	write({ passed, failed, checks, figures });
	if (values.out) {
		const report = { n8n: n8nVersion, startedAt: new Date(started).toISOString(), passed, failed };
		await writeFormatted(values.out, JSON.stringify({ ...report, ...figures }));
	}
	if (failed > 0) {
		for (const log of cluster.logs) console.log(`\nThe last lines of ${log}:\n${tail(log)}\n`);
	}
	console.log(`${passed} passed, ${failed} failed (${inSeconds(Date.now() - started)})`);
	process.exitCode = failed > 0 ? 1 : 0;
}

await life.run(main);
