import type {
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import type { Gap } from '../../files/sound/containers/recording';
import { sumOfCosts, reportedCost } from '../../core/cost';
import { soundOf, sourceFile } from '../../files/inputSource';
import { setForm } from '../../files/multipart';
import { UPLOAD_LIMIT, uploadSource, type Upload } from '../../files/uploadFile';
import type { SendAll } from '../../wire/send';
import { readText } from '../../wire/readText';
import { rounded } from '../clockTime';
import { transcriptItems, type WholeTranscript } from './items';
import { recordingSettings } from './settings';
import { mergedTranscript, timeIn, unreadIn, type MadePart } from './transcript';
import { RecordingWalk } from './walk';

/** Which files are recordings. */
export const RECORDING: Upload = {
	what: 'a recording',
	extensions: ['wav', 'wave', 'flac', 'm4a', 'aac', 'mp4', 'mp3', 'ogg', 'oga', 'webm'],
};

/** Transcribes a recording, a large one part by part, and returns the transcript as the user wants it. */
export const transcribeRecording: SendAll = async function (options, send, run) {
	const settings = recordingSettings(this);
	const source = await uploadSource(this, RECORDING, settings.largest);
	if (source.size > UPLOAD_LIMIT || (await soundOf(source)).isDamaged) {
		const { parts, gaps } = await new RecordingWalk(this, options, {
			...{ send, run, source, settings },
		}).all();
		const transcript = { ...joined(parts, gaps), ...missing(gaps) };
		if (transcript.hint !== undefined) this.logger.warn(`${source.fileName}: ${transcript.hint}`);
		return await transcriptItems(this, settings, source.fileName, transcript);
	}
	const request = { ...options };
	setForm(request, [{ name: 'file', file: sourceFile(source) }]);
	const items = await readText.call(this, await send(request));
	return await everyItem(
		items,
		async ({ json }) =>
			await transcriptItems(this, settings, source.fileName, json as unknown as WholeTranscript),
	);
};

/** The recording as one request, for an estimate by its length; nothing for a large one, which is priced part by part. */
export async function recordingBodies(
	this: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
): Promise<unknown[]> {
	const source = await uploadSource(this, RECORDING, recordingSettings(this).largest);
	if (source.size > UPLOAD_LIMIT) return [];
	const request = { ...options };
	setForm(request, [{ name: 'file', file: sourceFile(source) }]);
	return [request.body];
}

async function everyItem(
	items: INodeExecutionData[],
	make: (item: INodeExecutionData) => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	return (await Promise.all(items.map(make))).flat();
}

function joined(parts: MadePart[], gaps: readonly Gap[]): WholeTranscript {
	const { text, timestamps, unsureAt } = mergedTranscript(parts);
	const last = parts.at(-1);
	const costs = parts.flatMap(({ cost, silent }) => (silent ? [] : [reportedCost(cost)]));
	return {
		text,
		duration: Math.max(last === undefined ? 0 : timeIn(last, last.seconds), ...gaps.map(endOf)),
		...(timestamps === undefined ? {} : { timestamps }),
		model: parts.find(({ model }) => model !== null)?.model ?? null,
		requestIds: parts.flatMap(({ requestId }) => requestId ?? []),
		parts: parts.length,
		...(unsureAt.length === 0 ? {} : { unsureAt }),
		...silences(parts),
		...unreadIn(parts),
		cost: sumOfCosts(costs) as IDataObject | null,
	};
}

const endOf = ({ start, end }: Gap) => rounded(end ?? start);

/** What could not be read, for the item. */
export function missing(
	gaps: readonly Gap[],
	where = 'transcript',
): {
	gaps?: Gap[];
	secondsNotRead?: number | null;
	hint?: string;
} {
	if (gaps.length === 0) return {};
	const known = gaps.map((gap) => ({
		...gap,
		...{ start: rounded(gap.start), end: gap.end && rounded(gap.end) },
	}));
	const isOpen = known.some(({ end }) => end === null);
	const sum = rounded(known.reduce((all, { start, end }) => all + (end ?? start) - start, 0));
	const rest = [
		isOpen ? ' It breaks off at its end, and how much is missing is not known.' : '',
		known.at(-1)?.place ? ' Where the last of these gaps is in the recording is not known.' : '',
	].join('');
	return {
		gaps: known,
		secondsNotRead: isOpen ? null : sum,
		hint: `The recording is damaged: ${sum} seconds of it could not be read and are not in the ${where}; see gaps.${rest}`,
	};
}

/** Where the service heard nothing. */
function silences(parts: MadePart[]): Partial<WholeTranscript> {
	const silent = parts.filter((part) => part.silent);
	if (silent.length === 0) return {};
	return {
		silentParts: silent.map((part) => ({
			...{ start: timeIn(part, 0), end: timeIn(part, part.seconds) },
		})),
	};
}
