import type {
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import { mergedTranscript } from './transcript';
import { sumOfCosts, reportedCost } from '../pricing/cost';
import { StoredFile } from '../files/storedFile';
import type { InputSource } from '../files/inputSource';
import { setForm } from '../files/multipart';
import type { SendAll } from '../run/plan';
import { readText } from '../output/readText';
import { UPLOAD_LIMIT, uploadSource, type Upload } from '../files/uploadFile';
import { recordingSettings } from './settings';
import type { MadePart } from './madePart';
import { RecordingWalk } from './walk';
import { transcriptItems, type WholeTranscript } from './items';

/** Which files are recordings. */
export const RECORDING: Upload = {
	what: 'a recording',
	extensions: ['wav', 'wave', 'flac', 'm4a', 'aac', 'mp4', 'mp3', 'ogg', 'oga', 'webm'],
};

/** Transcribes a recording, a large one part by part, and returns the transcript as the user wants it. */
export const transcribeRecording: SendAll = async function (options, send, run) {
	const settings = recordingSettings(this);
	const source = await uploadSource(this, RECORDING, settings.largest);
	if (source.size > UPLOAD_LIMIT) {
		const parts = await new RecordingWalk(this, options, { send, run, source, settings }).all();
		return await transcriptItems(this, settings, source.fileName, joined(parts));
	}
	const request = { ...options };
	setForm(request, [{ name: 'file', file: whole(source) }]);
	const items = await readText.call(this, await send(request));
	return await everyItem(
		items,
		async ({ json }) =>
			await transcriptItems(this, settings, source.fileName, json as unknown as WholeTranscript),
	);
};

/** The recording as one request, for an estimate by its length; nothing for a large WAV file, whose length only reading it would tell. */
export async function recordingBodies(
	this: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
): Promise<unknown[]> {
	const source = await uploadSource(this, RECORDING, recordingSettings(this).largest);
	const isWav = /wav/i.test(`${source.fileName} ${source.mimeType}`);
	if (isWav && source.size > UPLOAD_LIMIT) return [];
	const request = { ...options };
	setForm(request, [{ name: 'file', file: whole(source) }]);
	return [request.body];
}

async function everyItem(
	items: INodeExecutionData[],
	make: (item: INodeExecutionData) => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	return (await Promise.all(items.map(make))).flat();
}

function whole({ open, size, fileName, mimeType }: InputSource): File {
	return new StoredFile(open, size, fileName, mimeType);
}

function joined(parts: MadePart[]): WholeTranscript {
	const { text, timestamps, unsureAt } = mergedTranscript(parts);
	const last = parts.at(-1);
	const costs = parts.flatMap(({ cost, silent }) => (silent ? [] : [reportedCost(cost)]));
	return {
		text,
		duration: Math.round(((last?.start ?? 0) + (last?.seconds ?? 0)) * 1000) / 1000,
		...(timestamps === undefined ? {} : { timestamps }),
		model: parts.find(({ model }) => model !== null)?.model ?? null,
		requestIds: parts.flatMap(({ requestId }) => requestId ?? []),
		parts: parts.length,
		...(unsureAt.length === 0 ? {} : { unsureAt }),
		...silences(parts),
		cost: sumOfCosts(costs) as IDataObject | null,
	};
}

/** Where the service heard nothing. */
function silences(parts: MadePart[]): Partial<WholeTranscript> {
	const silent = parts.filter((part) => part.silent);
	if (silent.length === 0) return {};
	return {
		silentParts: silent.map(({ start, seconds }) => ({ start, end: start + seconds })),
	};
}
