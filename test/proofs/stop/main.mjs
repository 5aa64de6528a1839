import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { lifetime } from '../../host/lifetime.mjs';
import { dataFolder, n8nVersion } from '../../host/paths.mjs';
import { PlainError } from '../../host/plainError.mjs';
import { writeResult } from '../formatted.mjs';
import { recording } from './cases.mjs';
import { paysAgain, summaryOf } from './rows.mjs';

const life = lifetime();

const { values } = parseArgs({
	options: { mode: { type: 'string', default: 'regular' } },
});

async function host() {
	const folder = join(dataFolder, `stop-${values.mode}`);
	if (values.mode === 'regular') {
		const { startFreshHost } = await import('../../host/freshHost.mjs');
		const fresh = await startFreshHost(life, folder, {});
		const { url, service, crash, logs, home } = fresh;
		return { url, webhookUrl: url, service, crash, logs, homes: [home] };
	}
	const { prepareServices } = await import('../../host/services.mjs');
	const missing = await prepareServices(life.signal);
	if (missing) throw new PlainError(missing);
	const { startCluster } = await import('../../host/queue/cluster.mjs');
	// Webhooks reach the main process: n8n 2.41.1 does not stop what a webhook processor has enqueued (docs/recovery.md).
	const cluster = await startCluster({ folder, workers: 1, concurrency: 20, life });
	const { url, logs, homes, crashWorker } = cluster;
	const { startLocalService } = await import('../../host/service.mjs');
	const service = await startLocalService({});
	life.add(() => service.close());
	return { url, webhookUrl: url, service, logs, homes, crash: () => crashWorker('worker-1') };
}

/** The file that *Transcription* reads, in each n8n that may run it. @param {string[]} homes */
async function writeRecording(homes) {
	const { filesFolder } = await import('../../host/n8n.mjs');
	const { fileName, seconds, sampleRate } = recording;
	const data = Buffer.alloc(2 * seconds * sampleRate);
	for (let at = 0; at < data.length; at += 2) data.writeInt16LE(8_000 * Math.sin(at / 20), at);
	const head = Buffer.alloc(44);
	head.write('RIFF');
	head.writeUInt32LE(36 + data.length, 4);
	head.write('WAVEfmt ', 8);
	for (const [at, value] of [
		[16, 16],
		[24, sampleRate],
		[28, 2 * sampleRate],
		[40, data.length],
	]) {
		head.writeUInt32LE(value, at);
	}
	for (const [at, value] of [
		[20, 1],
		[22, 1],
		[32, 2],
		[34, 16],
	])
		head.writeUInt16LE(value, at);
	head.write('data', 36);
	for (const home of homes) {
		mkdirSync(filesFolder(home), { recursive: true });
		writeFileSync(join(filesFolder(home), fileName), Buffer.concat([head, data]));
	}
}

/** Stops paid nodes in a real n8n and writes what a user finds afterwards, by `npm run proof -- stop`. */
async function main() {
	mkdirSync(dataFolder, { recursive: true });
	const { url, webhookUrl, service, logs, homes, crash } = await host();
	await writeRecording(homes);
	const { connect } = await import('../../host/rest.mjs');
	const { owner } = await import('../../host/owner.mjs');
	const { putCredentials } = await import('../../host/demo.mjs');
	const { measureStops } = await import('./measure.mjs');
	const { measureCrashes } = await import('./crash.mjs');
	const rest = await connect(url, owner);
	const credential = await putCredentials(rest, service);
	const scene = { rest, service, credential, webhookUrl, logs };
	const rows = await measureStops(scene);
	const on = new Date().toISOString().slice(0, 10);
	/** @param {import('./crash.mjs').Crashed[]} crashes */
	const keep = (crashes) => {
		const run = { n8n: n8nVersion, mode: values.mode, on };
		return writeResult(
			`stop-${values.mode}`,
			{ ...run, ...summaryOf(rows, crashes) },
			{ ...run, rows, crashes },
		);
	};
	await keep([]);
	const again = async () => {
		await crash();
		return await connect(url, owner);
	};
	await measureCrashes({ ...scene, crash: again }, keep);
	const isSaid = rows.every(({ named, logged, inSubWorkflow }) => named || logged || inSubWorkflow);
	// A sub-workflow is run again by the Retry of its caller, as docs/recovery.md says.
	const paysTwice = rows.filter(paysAgain).some(({ inSubWorkflow }) => !inSubWorkflow);
	if (!isSaid || paysTwice) process.exitCode = 1;
}

await life.run(main);
