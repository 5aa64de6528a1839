import type { IDataObject, IHttpRequestOptions, INodeExecutionData } from 'n8n-workflow';

import type { ItemContext } from '../../core/execution';
import type { Gap } from '../../files/sound/containers/recording';
import { sumOfCosts, reportedCost } from '../../core/cost';
import { soundFactsOf, formFileOf } from '../../files/inputSource';
import { setMultipartBody } from '../../files/multipart';
import { MAX_UPLOAD_BYTES, uploadSource, type UploadRule } from '../../files/uploadFile';
import type { Item } from '../../run/item';
import { readText } from './readText';
import { roundToMilliseconds } from '../clockTime';
import { transcriptItems, type WholeTranscript } from './transcriptItems';
import {
	readRecordingSettings,
	transcriptKind,
	type RecordingSettings,
	type TranscriptKind,
} from './recordingSettings';
import {
	mergeTranscripts,
	timeInRecording,
	mergeUnreadMarks,
	type PartResult,
} from '../transcript';
import { RecordingWalk, unsplittableRecordingFailure } from './recordingWalk';

export const RECORDING_UPLOAD: UploadRule = {
	what: 'a recording',
	extensions: ['wav', 'wave', 'flac', 'm4a', 'aac', 'mp4', 'mp3', 'ogg', 'oga', 'webm'],
};

/** Transcribes a recording, a large one part by part, and returns the transcript as the user wants it. */
export async function transcribeRecording(item: Item): Promise<INodeExecutionData[]> {
	const { context } = item;
	const settings = readRecordingSettings(context);
	const source = await uploadSource(context, RECORDING_UPLOAD, settings.largest);
	const { fileName } = source;
	const sound = await soundFactsOf(context, source);
	if (source.size > MAX_UPLOAD_BYTES || sound.isDamaged) {
		if (sound.failure !== undefined) throw unsplittableRecordingFailure(sound.failure);
		const { parts, gaps } = await new RecordingWalk(item, source, settings).transcribeAll();
		const transcript = { ...transcriptOfParts(parts, gaps), ...gapFacts(gaps) };
		if (transcript.hint !== undefined) context.logger.warn(`${fileName}: ${transcript.hint}`);
		return await itemsAndRaw(item, settings, fileName, transcript);
	}
	const request = { ...item.request };
	setMultipartBody(request, [{ name: 'file', file: formFileOf(source) }]);
	const [read] = await readText.call(context, await item.send(request), sound.seconds);
	return await itemsAndRaw(item, settings, fileName, read?.json as unknown as WholeTranscript);
}

/** A transcript as it came, with what it was asked for. */
interface RawTranscript {
	fileName: string;
	transcript: WholeTranscript;
	asked: TranscriptKind;
}

async function itemsAndRaw(
	item: Item,
	settings: RecordingSettings,
	fileName: string,
	transcript: WholeTranscript,
): Promise<INodeExecutionData[]> {
	const raw: RawTranscript = { fileName, transcript, asked: transcriptKind(settings) };
	item.raw = raw;
	return await transcriptItems(item.context, settings, fileName, transcript);
}

/** The items of a transcript that was paid for, in the form that is wanted now; undefined where it has not what that takes. */
export async function remakeTranscript(
	{ context }: Item,
	raw: unknown,
): Promise<INodeExecutionData[] | undefined> {
	const { fileName, transcript, asked } = raw as RawTranscript;
	const settings = readRecordingSettings(context);
	const wanted = transcriptKind(settings);
	const { timestamps, text, duration, ...facts } = transcript;
	const isEnough = wanted === asked || (wanted === 'timed' ? timestamps != null : asked !== 'text');
	if (!isEnough) return undefined;
	const keepsTimes = wanted === 'timed' || context.parameters.options.timestamps === true;
	const fitting = {
		...{ text, ...(wanted !== 'text' && { duration }), ...facts },
		...(keepsTimes && { timestamps }),
	};
	return await transcriptItems(
		context,
		settings,
		fileName,
		wanted === asked ? transcript : fitting,
	);
}

/** The recording as one request, for an estimate by its length; nothing for a large one, which is priced part by part. */
export async function recordingBodies(
	this: ItemContext,
	options: IHttpRequestOptions,
): Promise<unknown[]> {
	const source = await uploadSource(this, RECORDING_UPLOAD, readRecordingSettings(this).largest);
	if (source.size > MAX_UPLOAD_BYTES) return [];
	const request = { ...options };
	setMultipartBody(request, [{ name: 'file', file: formFileOf(source) }]);
	return [request.body];
}

function transcriptOfParts(parts: PartResult[], gaps: readonly Gap[]): WholeTranscript {
	const { text, timestamps, unsureAt } = mergeTranscripts(parts);
	const last = parts.at(-1);
	const costs = parts.flatMap(({ cost, silent }) => (silent ? [] : [reportedCost(cost)]));
	return {
		text,
		duration: Math.max(
			last === undefined ? 0 : timeInRecording(last, last.seconds),
			...gaps.map(gapEnd),
		),
		...(timestamps === undefined ? {} : { timestamps }),
		model: parts.find(({ model }) => model !== null)?.model ?? null,
		requestIds: parts.flatMap(({ requestId }) => requestId ?? []),
		parts: parts.length,
		...(unsureAt.length === 0 ? {} : { unsureAt }),
		...silentPartFacts(parts),
		...mergeUnreadMarks(parts),
		cost: sumOfCosts(costs) as IDataObject | null,
	};
}

const gapEnd = ({ start, end }: Gap) => roundToMilliseconds(end ?? start);

export function gapFacts(
	gaps: readonly Gap[],
	missingFrom = 'transcript',
): {
	gaps?: Gap[];
	secondsNotRead?: number | null;
	hint?: string;
} {
	if (gaps.length === 0) return {};
	const roundedGaps = gaps.map((gap) => ({
		...gap,
		...{ start: roundToMilliseconds(gap.start), end: gap.end && roundToMilliseconds(gap.end) },
	}));
	const isOpen = roundedGaps.some(({ end }) => end === null);
	const sum = roundToMilliseconds(
		roundedGaps.reduce((all, { start, end }) => all + (end ?? start) - start, 0),
	);
	const moreHints = [
		isOpen ? ' It breaks off at its end, and how much is missing is not known.' : '',
		roundedGaps.at(-1)?.place
			? ' Where the last of these gaps is in the recording is not known.'
			: '',
	].join('');
	return {
		gaps: roundedGaps,
		secondsNotRead: isOpen ? null : sum,
		hint: `The recording is damaged: ${sum} seconds of it${gaps.length > 1 ? `, in ${gaps.length} gaps,` : ''} could not be read and are not in the ${missingFrom}; see gaps.${moreHints}`,
	};
}

function silentPartFacts(parts: PartResult[]): Partial<WholeTranscript> {
	const silent = parts.filter((part) => part.silent);
	if (silent.length === 0) return {};
	return {
		silentParts: silent.map((part) => ({
			...{ start: timeInRecording(part, 0), end: timeInRecording(part, part.seconds) },
		})),
	};
}
