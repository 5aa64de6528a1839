import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { lifetime } from '../../host/lifetime.mjs';
import { dataFolder, n8nVersion, repository } from '../../host/paths.mjs';
import { describeError, PlainError } from '../../host/plainError.mjs';
import { writeFormatted } from '../formatted.mjs';

const life = lifetime();

const { values } = parseArgs({
	options: {
		mode: { type: 'string', default: 'regular' },
		out: { type: 'string' },
	},
});

async function host() {
	const folder = join(dataFolder, `stop-${values.mode}`);
	if (values.mode === 'regular') {
		const { startFreshHost } = await import('../../host/freshHost.mjs');
		const fresh = await startFreshHost(life, folder, {});
		const { url, service, crash, logs } = fresh;
		return { url, webhookUrl: url, service, crash, logs };
	}
	const { prepareServices } = await import('../../host/services.mjs');
	const missing = await prepareServices(life.signal);
	if (missing) throw new PlainError(missing);
	const { startCluster } = await import('../../host/queue/cluster.mjs');
	// Webhooks reach the main process: n8n 2.41.1 does not stop what a webhook processor has enqueued (docs/reliability.md).
	const { url, logs } = await startCluster({ folder, workers: 1, life });
	const { startLocalService } = await import('../../host/service.mjs');
	const service = await startLocalService({});
	life.add(() => service.close());
	return { url, webhookUrl: url, service, logs, crash: undefined };
}

/** Stops paid nodes in a real n8n and writes what a user finds afterwards, by `npm run stop-proof`. */
async function main() {
	mkdirSync(dataFolder, { recursive: true });
	const { url, webhookUrl, service, logs, crash } = await host();
	const { connect } = await import('../../host/rest.mjs');
	const { owner } = await import('../../host/owner.mjs');
	const { putCredentials } = await import('../../host/demo.mjs');
	const { measureStops } = await import('./measure.mjs');
	const { measureCrashes } = await import('./crash.mjs');
	const rest = await connect(url, owner);
	const credential = await putCredentials(rest, service);
	const scene = { rest, service, credential, webhookUrl, logs };
	const rows = await measureStops(scene);
	const out = values.out ?? join(repository, 'docs', `stop-${values.mode}.json`);
	const on = new Date().toISOString().slice(0, 10);
	/** @param {import('./crash.mjs').Crashed[]} crashes */
	const keep = (crashes) =>
		writeFormatted(out, JSON.stringify({ n8n: n8nVersion, mode: values.mode, on, rows, crashes }));
	await keep([]);
	if (crash) {
		const again = async () => {
			await crash();
			return await connect(url, owner);
		};
		await measureCrashes({ ...scene, crash: again }, keep);
	}
	const isSaid = rows.every(({ named, logged }) => named || logged);
	const most = (/** @type {string} */ name) => (name.endsWith('loop') ? 2 : 1);
	if (!isSaid || rows.some(({ name, charges }) => charges > most(name))) process.exitCode = 1;
}

try {
	await main();
} catch (error) {
	if (!life.signal.aborted) console.error(describeError(error));
	process.exitCode = 1;
}
await life.stopAll();
process.exit();
