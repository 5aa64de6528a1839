import 'reflect-metadata';
import { Readable } from 'node:stream';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { IBinaryData, INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';

import { accessTo } from '../../engine/access';
import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { InferenceVideo } from '../../../nodes/InferenceVideo/InferenceVideo.node';
import { useBinaryMode } from '../../engine/binaryStore';
import { runNode } from '../../engine/runNode';
import { forgetPeak, idleMemory, peakMemory } from '../peakMemory';

export interface MemoryRun {
	url: string;
	kind: 'upload' | 'download' | 'speech' | 'subtitles';
	/** Of one file, characters of a text, or cues. */
	size: number;
	files: number;
}

/** Resident memory before the work, after a small round of the same work, and its peak during it, in MB. */
export interface MemoryFigures {
	idleMb: number;
	peakMb: number;
}

const LOCATION = { type: 'execution', workflowId: 'memory', executionId: 'files' } as const;

/** Does the work in this process, in n8n's filesystem mode, and measures it. */
export async function measure(run: MemoryRun): Promise<MemoryFigures> {
	await useBinaryMode('filesystem');
	await work({
		...run,
		size: Math.min(run.size, run.kind === 'subtitles' ? 20 : 10_000),
		files: 1,
	});
	const items = await itemsFor(run);
	const idleMb = await idleMemory();
	forgetPeak();
	await work(run, items);
	return { idleMb, peakMb: peakMemory() };
}

async function work(run: MemoryRun, items?: INodeExecutionData[]): Promise<void> {
	const { node, parameters } = jobOf(run);
	const { error, outputs } = await runNode({
		node,
		parameters,
		items: items ?? (await itemsFor(run)),
		binaryMode: 'filesystem',
		...accessTo({ url: run.url, keys: { user: 'key' } }),
	});
	if (error) throw error;
	if (outputs[0]?.length !== run.files) throw new Error('Some item is missing');
}

function jobOf({ kind, size }: MemoryRun): { node: INodeType; parameters: INodeParameters } {
	const model = { mode: 'id', value: 'made-up' };
	if (kind === 'upload') {
		return {
			node: new InferenceAudio(),
			parameters: { resource: 'recording', operation: 'transcribe' },
		};
	}
	if (kind === 'speech') {
		const text = 'The train leaves at noon. '.repeat(size / 26);
		const options = { maxTextLength: size, outputFormat: 'wav' };
		return {
			node: new InferenceAudio(),
			parameters: { resource: 'speech', operation: 'generate', text, options },
		};
	}
	if (kind === 'subtitles') {
		const cues = Array.from({ length: size }, (_, index) => ({
			...{ start: index * 1.5, end: index * 1.5 + 1.4, text: 'A short cue' },
		}));
		const options = { maxTextLength: 11 * size };
		const subtitles = JSON.stringify(cues);
		const operation = 'generateFromSubtitles';
		return {
			node: new InferenceAudio(),
			parameters: { resource: 'speech', operation, subtitles, options },
		};
	}
	const parameters = { resource: 'video', operation: 'retrieve', model, queueId: String(size) };
	return { node: new InferenceVideo(), parameters };
}

async function itemsFor({ kind, size, files }: MemoryRun): Promise<INodeExecutionData[]> {
	const items: INodeExecutionData[] = [];
	for (let index = 0; index < files; index++) {
		const binary = kind === 'upload' ? { data: await storedFile(size) } : undefined;
		items.push({ json: {}, ...(binary && { binary }) });
	}
	return items;
}

async function storedFile(bytes: number): Promise<IBinaryData> {
	const store = Container.get(BinaryDataService);
	const file = { data: '', mimeType: 'audio/wav', fileName: 'recording.wav' };
	const chunk = Buffer.alloc(50_000, 3);
	function* pieces() {
		for (let left = bytes; left > 0; left -= chunk.length) yield chunk.subarray(0, left);
	}
	return await store.store(LOCATION, Readable.from(pieces()), file);
}
