import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { localCredential } from '../../host/demo.mjs';
import { lifetime } from '../../host/lifetime.mjs';
import { dataFolder, n8nVersion, repository } from '../../host/paths.mjs';
import { inSeconds, step } from '../../host/progress.mjs';
import { writeFormatted } from '../formatted.mjs';
import { FILM_BYTES, filmBytes, RECORDING_BYTES, recordingBytes } from './files.mjs';

const life = lifetime();
const folder = join(dataFolder, 'large-files');
const result = join(repository, 'test', 'proofs', 'results', 'large-files.json');
const limitMs = 180_000;

/** Where n8n keeps files: in the item as base64, as a file, in its database. */
const MODES = ['default', 'filesystem', 'database'];

const film = {
	...{ name: 'Film', type: 'inferenceVideo' },
	parameters: {
		...{ resource: 'video', operation: 'generate', prompt: 'A boat' },
		...{
			model: { __rl: true, mode: 'id', value: 'video-basic' },
			duration: { __rl: true, mode: 'id', value: '5s' },
		},
	},
};
const read = {
	...{ name: 'Read', type: 'n8n-nodes-base.readWriteFile' },
	parameters: { operation: 'read', fileSelector: '.n8n-files/recording.wav' },
};
const transcribe = {
	...{ name: 'Transcribe', type: 'inferenceAudio', after: 'Read' },
	parameters: { resource: 'recording', operation: 'transcribe' },
};

const CASES = [
	{ file: 'film', bytes: FILM_BYTES, steps: [film] },
	{ file: 'recording', bytes: RECORDING_BYTES, steps: [read, transcribe] },
	// What n8n's own node takes of it.
	{ file: 'recording, only read', bytes: RECORDING_BYTES, steps: [read] },
];

/**
 * Waits until the execution has ended, without its data: they may be what is large.
 * @param {any} rest @param {any} workflow
 */
async function endOf(rest, workflow) {
	const { executionsOf } = await import('../../host/workflows.mjs');
	for (const limit = Date.now() + limitMs; Date.now() < limit; await wait(500)) {
		const [last] = await executionsOf(rest, workflow);
		if (last && !['new', 'running', 'waiting'].includes(last.status)) return last;
	}
	return { id: '', status: `still running after ${inSeconds(limitMs)}` };
}

/** The peak of an n8n of its own while it takes or makes one large file. @param {any} host @param {any} memory @param {string} mode @param {typeof CASES[number]} one */
async function measure({ startAnother, service }, memory, mode, { file, bytes, steps }) {
	const { connect } = await import('../../host/rest.mjs');
	const { owner } = await import('../../host/owner.mjs');
	const { flow, start } = await import('../../host/flow.mjs');
	const { putCredential, putWorkflow, withCredential } = await import('../../host/workflows.mjs');
	const { filesFolder } = await import('../../host/n8n.mjs');
	const name = `${mode}-${file.replaceAll(/\W+/g, '-')}`;
	const home = join(folder, name);
	mkdirSync(filesFolder(home), { recursive: true });
	linkSync(join(folder, 'recording.wav'), join(filesFolder(home), 'recording.wav'));
	const n8n = await startAnother(name, { N8N_DEFAULT_BINARY_DATA_MODE: mode });
	const rest = await connect(n8n.url, owner);
	const credential = await putCredential(rest, localCredential(service));
	const workflow = await putWorkflow(rest, withCredential(flow(name, steps), credential));
	if (file === 'film')
		service.fault({
			...{ path: '/video/retrieve', status: 200, contentType: 'video/mp4' },
			body: filmBytes(),
		});
	// What starting has left is collected by and by.
	await wait(3_000);
	const idleMb = memory.memoryNow(n8n.pid);
	memory.forgetPeak(n8n.pid);
	const [startedAt, paidBefore] = [Date.now(), service.ledger.length];
	const body = { workflowData: workflow, triggerToStartFrom: { name: start } };
	await rest.post(`/workflows/${workflow.id}/run`, body);
	const { status } = await endOf(rest, workflow);
	const seconds = Math.round((Date.now() - startedAt) / 1000);
	const peakMb = memory.peakMemory(n8n.pid);
	await n8n.kill();
	const paid = service.ledger.length - paidBefore;
	const row = { mode, file, fileMb: bytes / 1_000_000, idleMb, peakMb, seconds, paid, status };
	console.log(JSON.stringify(row));
	return row;
}

/** What large files cost a real n8n in memory, in each mode of its binary data, by `npm run proof -- large-files`. */
async function main() {
	rmSync(folder, { recursive: true, force: true });
	const { startFreshHost } = await import('../../host/freshHost.mjs');
	const { loadTypeScript } = await import('../../host/service.mjs');
	const host = await startFreshHost(life, folder, {});
	const memory = await loadTypeScript('proofs', 'peakMemory.ts');
	writeFileSync(join(folder, 'recording.wav'), recordingBytes());
	const [, , ...only] = process.argv;
	const isChosen = (/** @type {{ mode: string, file: string }} */ { mode, file }) =>
		only.every((word) => `${mode} ${file}`.includes(word));
	const on = new Date().toISOString().slice(0, 10);
	const rows = JSON.parse(readFileSync(result, 'utf8')).rows.filter(
		(/** @type {any} */ row) => !isChosen(row),
	);
	for (const mode of MODES)
		for (const one of CASES.filter(({ file }) => isChosen({ mode, file }))) {
			const work = () => measure(host, memory, mode, one);
			rows.push(await step(`${one.file}, mode ${mode}`, work));
			await writeFormatted(result, JSON.stringify({ n8n: n8nVersion, on, rows }));
		}
	if (rows.some((/** @type {any} */ { status }) => status !== 'success')) process.exitCode = 1;
}

await life.run(main);
