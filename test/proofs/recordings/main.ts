import '../faults/ownFolder';
import { createReadStream, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { INodeExecutionData } from 'n8n-workflow';
import { accessTo } from '../../engine/access';
import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { useBinaryMode } from '../../engine/binaryStore';
import { runNode } from '../../engine/runNode';
import { startService, type LocalService } from '../../service/service';
import { readRows, writeResult } from '../result';
import { corpus, type Sample } from './corpus';
import { judged, type Verdict } from './judge';
import { heardIn } from './signal';
import { missingPackages } from './tools';

const LOCATION = { type: 'execution', workflowId: 'recordings', executionId: 'proof' } as const;
/** Half a minute: the recordings are short. */
const PART_MINUTES = 0.5;

type Row = Pick<Sample, 'name' | 'damage'> & Verdict;

/** `npm run proof -- recordings`: transcribes recordings that other encoders made and that were then damaged; with a word, only those whose name has it, whose rows of the last run on this machine are renewed. */
async function main(wanted = ''): Promise<void> {
	const missing = await missingPackages();
	if (missing.length > 0) throw new Error(`Install these packages first: ${missing.join(' ')}`);
	const before = wanted === '' ? [] : readRows<Row>('recordings');
	if (before === undefined)
		throw new Error('Play all recordings first: there are no rows to renew');
	const folder = mkdtempSync(join(tmpdir(), 'inference-recordings-'));
	await useBinaryMode('filesystem');
	const ears = async (file: Buffer) => {
		const part = join(folder, 'heard');
		writeFileSync(part, file);
		return await heardIn(part);
	};
	const service = await startService({ ears, limits: { audio: 1e6 }, balances: { usd: 1e6 } });
	const rows: Row[] = [];
	try {
		for await (const sample of corpus(folder, wanted)) {
			const verdict = await judged(sample, await transcribed(service, sample));
			rows.push({ name: sample.name, damage: sample.damage, ...verdict });
			process.stdout.write(`${JSON.stringify(rows.at(-1))}\n`);
		}
	} finally {
		await service.close();
		rmSync(folder, { recursive: true, force: true });
	}
	const files = new Set(rows.map(fileOf));
	report([...before.filter((row) => !files.has(fileOf(row))), ...rows]);
}

async function transcribed(
	{ url, keys }: LocalService,
	{ file }: Sample,
): Promise<{ item?: INodeExecutionData; error?: string }> {
	const facts = { data: '', mimeType: 'application/octet-stream', fileName: basename(file) };
	const data = await Container.get(BinaryDataService).store(LOCATION, createReadStream(file), {
		...{ ...facts, bytes: statSync(file).size },
	});
	const { outputs, error } = await runNode({
		node: new InferenceAudio(),
		parameters: {
			...{ resource: 'recording', operation: 'transcribe' },
			model: { mode: 'id', value: 'asr-words' },
			// One at a time: the ears have one file.
			options: { timestamps: true, partLength: PART_MINUTES, partsAtOnce: 1 },
		},
		items: [{ json: {}, binary: { data } }],
		binaryMode: 'filesystem',
		...accessTo({ url, keys }),
	});
	return error ? { error: error.message } : { item: outputs[0]?.[0] };
}

const LARGEST_ERROR = 0.1;

const fileOf = ({ name, damage }: Row) => `${name}: ${damage}`;

function report(rows: Row[]): void {
	const count = (verdict: Verdict['verdict']) =>
		rows.filter((row) => row.verdict === verdict).length;
	const summary = {
		...{ files: rows.length, damages: new Set(rows.map(({ damage }) => damage)).size },
		...{ transcribed: count('transcribed'), gaps: count('named as a gap') },
		...{ refused: count('refused'), lost: count('lost') },
		lostSeconds: rows.reduce((sum, { lost }) => sum + lost, 0),
		blurredSeconds: rows.reduce((sum, { blurred }) => sum + blurred, 0),
		largestTimeError: Math.max(...rows.map(({ offBy }) => offBy ?? 0)),
		largestDurationError: Math.max(...rows.map(({ durationOffBy }) => durationOffBy ?? 0)),
	};
	process.stdout.write(`${JSON.stringify(summary, null, '\t')}\n`);
	const { lost, largestTimeError, largestDurationError } = summary;
	const isRight = lost === 0 && Math.max(largestTimeError, largestDurationError) <= LARGEST_ERROR;
	if (!isRight) process.exitCode = 1;
	if (isRight) writeResult('recordings', summary, rows);
}

void main(process.argv[2]).then(() => process.exit());
