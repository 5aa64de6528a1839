import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lifetime } from './lifetime.mjs';
import { dataFolder } from './paths.mjs';
import { describeError } from './plainError.mjs';
import { inSeconds } from './progress.mjs';
import { checkOwnNode } from './requirements.mjs';
import { prepareServices } from './services.mjs';
import { tail } from './tail.mjs';

const life = lifetime();
const started = Date.now();
const reportFile = join(dataFolder, 'queue.json');

/** Three windows of the limit: long enough to see whether two workers keep within it together. */
const load = { each: 75, limit: 60, mostRefused: 5 };

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

	const cluster = await startCluster({ folder: join(dataFolder, 'queue'), life });
	const { passed, failed, checks, figures } = await runQueueChecks({ cluster, load, life });
	life.signal.throwIfAborted();
	write({ passed, failed, checks, figures });
	if (failed > 0) {
		for (const log of cluster.logs) console.log(`\nThe last lines of ${log}:\n${tail(log)}\n`);
	}
	console.log(`${passed} passed, ${failed} failed (${inSeconds(Date.now() - started)})`);
	process.exitCode = failed > 0 ? 1 : 0;
}

try {
	await main();
} catch (error) {
	if (!life.signal.aborted) console.error(describeError(error));
	process.exitCode = 1;
}
await life.stopAll();
process.exit();
