import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startFreshHost } from './freshHost.mjs';
import { listen } from './hearing.mjs';
import { lifetime } from './lifetime.mjs';
import { dataFolder } from './paths.mjs';
import { inSeconds } from './progress.mjs';
import { useRunningHost } from './runningHost.mjs';
import { tail } from './tail.mjs';

const life = lifetime();
const started = Date.now();
const reportFile = join(dataFolder, 'e2e.json');

const { values } = parseArgs({
	options: {
		/** Names of groups of checks, separated by commas; without it all of them run. */
		only: { type: 'string', default: '' },
	},
});

async function main() {
	rmSync(reportFile, { force: true });
	const start = process.env.N8N_URL ? useRunningHost : startFreshHost;
	const host = await start(life, join(dataFolder, 'e2e'), { ears: listen });
	const { prepareChromium } = await import('./chromium.mjs');
	const { runChecks } = await import('./checks/all.mjs');

	await prepareChromium(life.signal);
	const { passed, failed, skipped, checks } = await runChecks(
		host,
		values.only.split(',').filter(Boolean),
	);
	life.signal.throwIfAborted();
	const report = `${JSON.stringify({ passed, failed, skipped, checks }, null, '\t')}\n`;
	writeFileSync(reportFile, report);
	if (failed > 0 && host.logFile)
		console.log(`\nThe last lines of ${host.logFile}:\n${tail(host.logFile)}\n`);
	const lacking = skipped.length > 0 ? `, ${skipped.length} skipped` : '';
	console.log(`${passed} passed, ${failed} failed${lacking} (${inSeconds(Date.now() - started)})`);
	process.exitCode = failed > 0 ? 1 : 0;
}

await life.run(main);
