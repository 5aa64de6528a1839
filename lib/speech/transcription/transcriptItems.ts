import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { subtitleCuesOf, spokenSegmentsOf, withGaps } from '../cues';
import type { Gap } from '../../files/sound/containers/recording';
import { writeSubtitles, SUBTITLE_TYPES, type SubtitleFormat } from './writeSubtitles';
import type { Transcript } from '../transcript';
import { itemNumber } from '../../files/fileName';
import { runIndexOf, type ItemContext } from '../../core/execution';
import { itemFiles } from '../../files/inputFile';
import { storeBinary } from '../../files/outputFile';
import type { RecordingSettings } from './recordingSettings';

export interface WholeTranscript extends Transcript {
	gaps?: Gap[];
	[fact: string]: unknown;
}

/** A longer text than this is in the file alone. */
const MAX_INLINE_SUBTITLES = 100_000;

export const NO_TIMESTAMPS_REASON =
	'The model sent no timestamps that can be read. Choose another model: the default model of the service sends none.';

/** The items of a transcript: one with the text and, where wanted, a subtitle file, or one per segment. */
export async function transcriptItems(
	context: ItemContext,
	{ format, itemPerSegment, subtitleField }: RecordingSettings,
	recordingName: string,
	transcript: WholeTranscript,
): Promise<INodeExecutionData[]> {
	const facts = withoutTimestamps(transcript);
	const isFile = format === 'srt' || format === 'vtt';
	const item: INodeExecutionData = { json: transcript as unknown as IDataObject };
	if (isFile)
		Object.assign(
			item,
			await subtitleItem(context, transcript, format, { recordingName, subtitleField }),
		);
	if (!itemPerSegment) return [item];
	const segments = spokenSegmentsOf(transcript);
	if (segments.length === 0)
		return [{ ...item, json: { ...item.json, noSegmentsBecause: NO_TIMESTAMPS_REASON } }];
	const { cost, ...others } = facts;
	return segments.map(({ start, end, text }, index) => {
		const place = { segment: index + 1, segments: segments.length };
		const json = { ...others, text, start, end, ...place };
		const first = index === 0 ? item.binary : undefined;
		const ownCost = cost === undefined ? {} : { cost: index === 0 ? cost : zeroCost(cost) };
		return {
			json: { ...json, ...ownCost } as IDataObject,
			...(first === undefined ? {} : { binary: first }),
		};
	});
}

function withoutTimestamps(transcript: WholeTranscript): Omit<WholeTranscript, 'timestamps'> {
	const facts = { ...transcript };
	delete facts.timestamps;
	return facts;
}

/** The first item bears the cost of all, so that a sum over the items is right. */
function zeroCost(cost: unknown): IDataObject | null {
	const { currency } = (cost ?? {}) as { currency?: string };
	return currency === undefined ? null : { amount: 0, currency };
}

async function subtitleItem(
	context: ItemContext,
	transcript: WholeTranscript,
	format: SubtitleFormat,
	{ recordingName, subtitleField }: { recordingName: string; subtitleField: string },
): Promise<INodeExecutionData> {
	const facts = withoutTimestamps(transcript);
	const cues = subtitleCuesOf(transcript);
	const isSaid = transcript.text.trim() !== '';
	if (cues.length === 0 && isSaid) {
		return {
			json: { ...facts, subtitles: null, noSubtitlesBecause: NO_TIMESTAMPS_REASON } as IDataObject,
		};
	}
	const text = writeSubtitles(withGaps(cues, transcript.gaps ?? []), format);
	const stem = stemOf(recordingName) || 'recording';
	// A player finds subtitles by the name of their film; in a loop, other runs may have a film of the same name.
	const isOwnName = runIndexOf(context) === 0 && isOneFileNamed(context, stem);
	const number = isOwnName ? '' : itemNumber(context);
	const naming = { stem: `${stem}${number}`, extension: format, isNumbered: false } as const;
	const { binary, facts: file } = await storeBinary(
		context,
		Buffer.from(text),
		{ ...naming, parameter: 'subtitleField' },
		SUBTITLE_TYPES[format],
	);
	const inline = text.length > MAX_INLINE_SUBTITLES ? {} : { subtitles: text };
	const json = { ...facts, cues: cues.length, ...inline, ...file };
	return { json: json as IDataObject, binary: { [subtitleField]: binary } };
}

const stemOf = (name: string) => name.replace(/\.[A-Za-z0-9]{1,5}$/, '');

/** Whether one item of the input has a file of that name, and no other item has. */
function isOneFileNamed(context: ItemContext, stem: string): boolean {
	const items = context.getExecuteData().data.main?.[0] ?? [];
	const withName = items.filter((item) =>
		Object.values(itemFiles(context, item)).some(({ fileName }) => stemOf(fileName ?? '') === stem),
	);
	return withName.length === 1;
}
