import 'reflect-metadata';
import { createReadStream, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { accessTo } from '../../engine/access';
import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { binaryBuffer, useBinaryMode } from '../../engine/binaryStore';
import { runNode } from '../../engine/runNode';
import { forgetPeak, idleMemory, peakMemory } from '../peakMemory';

/** A recording that is transcribed in a process of its own. */
export interface TranscriptionRun {
	url: string;
	apiKey: string;
	/** A short recording of the same format, transcribed before memory is looked at, and the long one. */
	shortFile: string;
	file: string;
	format: 'srt' | 'vtt';
	partsAtOnce: number;
	/** Where the subtitles and the other facts are written. */
	output: string;
}

export interface TranscriptionFacts {
	text: string;
	parts: number;
	duration: number;
	unsureAt?: number[];
	idleMb: number;
	peakMb: number;
	seconds: number;
}

const LOCATION = { type: 'execution', workflowId: 'transcribe', executionId: 'proof' } as const;

/** Transcribes both recordings through n8n's engine, with n8n's files on disk, and writes what came of the long one. */
export async function transcribeAndMeasure(run: TranscriptionRun): Promise<void> {
	await useBinaryMode('filesystem');
	await transcribed(run, await stored(run.shortFile));
	const item = await stored(run.file);
	const idleMb = await idleMemory();
	forgetPeak();
	const start = Date.now();
	const { json, binary } = await transcribed(run, item);
	const seconds = Math.round((Date.now() - start) / 1000);
	const facts = { ...json, idleMb, peakMb: peakMemory(), seconds };
	await writeFile(`${run.output}.json`, JSON.stringify(facts));
	await writeFile(`${run.output}.${run.format}`, await binaryBuffer(binary?.data));
}

async function stored(file: string): Promise<INodeExecutionData> {
	const facts = { data: '', mimeType: 'audio/wav', fileName: basename(file) };
	const data = await Container.get(BinaryDataService).store(LOCATION, createReadStream(file), {
		...facts,
		bytes: statSync(file).size,
	});
	return { json: {}, binary: { data } };
}

async function transcribed(
	{ url, apiKey, format, partsAtOnce }: TranscriptionRun,
	item: INodeExecutionData,
): Promise<INodeExecutionData> {
	const { outputs, error } = await runNode({
		node: new InferenceAudio(),
		parameters: {
			...{ resource: 'recording', operation: 'transcribe' },
			model: { mode: 'id', value: 'asr-words' },
			outputAs: format,
			options: { partsAtOnce } as INodeParameters,
		},
		items: [item],
		binaryMode: 'filesystem',
		...accessTo({ url, keys: { user: apiKey } }),
	});
	if (error) throw error;
	const [transcript] = outputs[0] ?? [];
	if (transcript === undefined) throw new Error('There is no transcript');
	return transcript;
}
