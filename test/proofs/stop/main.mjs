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
		return { url: fresh.url, webhookUrl: fresh.url, service: fresh.service };
	}
	const { prepareServices } = await import('../../host/services.mjs');
	const missing = await prepareServices(life.signal);
	if (missing) throw new PlainError(missing);
	const { startCluster } = await import('../../host/queue/cluster.mjs');
	// Webhooks reach the main process: n8n 2.41.1 does not stop what a webhook processor has enqueued (docs/reliability.md).
	const { url } = await startCluster({ folder, workers: 1, life });
	const { startLocalService } = await import('../../host/service.mjs');
	const service = await startLocalService({});
	life.add(() => service.close());
	return { url, webhookUrl: url, service };
}

/** Stops paid nodes in a real n8n and writes what a user finds afterwards, by `npm run stop-proof`. */
async function main() {
	mkdirSync(dataFolder, { recursive: true });
	const { url, webhookUrl, service } = await host();
	const { connect } = await import('../../host/rest.mjs');
	const { owner } = await import('../../host/owner.mjs');
	const { putCredentials } = await import('../../host/demo.mjs');
	const { measureStops } = await import('./measure.mjs');
	const rest = await connect(url, owner);
	const credential = await putCredentials(rest, service);
	const rows = await measureStops({ rest, service, credential, webhookUrl });
	const out = values.out ?? join(repository, 'docs', `stop-${values.mode}.json`);
	const on = new Date().toISOString().slice(0, 10);
	await writeFormatted(out, JSON.stringify({ n8n: n8nVersion, mode: values.mode, on, rows }));
	// In queue mode n8n keeps no custom data of a stopped execution, but its data: Retry names the charge or takes up the job.
	const isSaid = rows.every(({ named }) => named || values.mode === 'queue');
	if (!isSaid || rows.some(({ charges }) => charges !== 1)) process.exitCode = 1;
}

try {
	await main();
} catch (error) {
	if (!life.signal.aborted) console.error(describeError(error));
	process.exitCode = 1;
}
await life.stopAll();
process.exit();
