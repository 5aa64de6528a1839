import type { ItemContext } from '../../core/execution';
import { badInput } from '../../core/failure';
import { isRecord } from '../../core/record';
import type { PartLimits } from '../../files/sound/recordingParts';
import type { SubtitleFormat } from './writeSubtitles';
import type { Prepare } from '../../wire/send';
import { MAX_UPLOAD_BYTES } from '../../files/uploadFile';

/** Label, default and range of the numbers for long recordings. */
export const RECORDING_NUMBER_FIELDS = {
	maxRecordingSize: { label: 'Max Recording Size (MB)', usual: 2000, min: 1, max: 20_000 },
	partLength: { label: 'Part Length (Minutes)', usual: 10, min: 0.5, max: 120 },
	partsAtOnce: { label: 'Parts at Once', usual: 3, min: 1, max: 5, integer: true },
};

/** What the parts of one recording that are in flight take of the memory, in bytes. */
const MAX_PART_BYTES_IN_FLIGHT = 15_000_000;

export interface RecordingSettings {
	format: 'json' | 'text' | SubtitleFormat;
	itemPerSegment: boolean;
	subtitleField: string;
	/** In bytes. */
	largest: number;
	partsAtOnce: number;
	part: PartLimits;
}

/** What the user wants of a recording and its transcript; throws a ServiceFailure for what is not allowed. */
export function readRecordingSettings(context: ItemContext): RecordingSettings {
	const { options, outputAs, subtitleField } = context.parameters;
	const number = (name: keyof typeof RECORDING_NUMBER_FIELDS) =>
		Number(options[name] ?? RECORDING_NUMBER_FIELDS[name].usual);
	const partsAtOnce = number('partsAtOnce');
	return {
		format: (outputAs ?? 'json') as RecordingSettings['format'],
		itemPerSegment: options.itemPerSegment === true,
		subtitleField: String(subtitleField ?? '').trim() || 'data',
		largest:
			options.longRecording === 'refuse'
				? MAX_UPLOAD_BYTES
				: number('maxRecordingSize') * 1_000_000,
		partsAtOnce,
		part: {
			bytes: Math.min(MAX_UPLOAD_BYTES, Math.floor(MAX_PART_BYTES_IN_FLIGHT / partsAtOnce)),
			seconds: number('partLength') * 60,
		},
	};
}

/** What of a recording is asked for: its times hold all else, and the text alone holds no details. */
export type TranscriptKind = 'timed' | 'json' | 'text';

export function transcriptKind(settings: RecordingSettings): TranscriptKind {
	if (needsTimestamps(settings)) return 'timed';
	return settings.format === 'text' ? 'text' : 'json';
}

export function needsTimestamps({ format, itemPerSegment }: RecordingSettings): boolean {
	return itemPerSegment || format === 'srt' || format === 'vtt';
}

/** Asks the service for the format, and for the times, that the output takes: it makes no subtitles itself (docs/maintainers/service.md#recordings). */
export const requestTimestamps: Prepare = function (options) {
	const settings = readRecordingSettings(this);
	const kind = transcriptKind(settings);
	if (kind === 'timed') rejectDefaultModel(options.body, settings);
	options.body = {
		...(isRecord(options.body) ? options.body : {}),
		...(kind === 'text' ? { response_format: 'text' } : {}),
		...(kind === 'timed' ? { response_format: 'json', timestamps: true } : {}),
	};
};

/** Refuses to pay the default model for times, which it never sends (docs/maintainers/service.md#recordings); throws a ServiceFailure. */
function rejectDefaultModel(body: unknown, { format, itemPerSegment }: RecordingSettings): void {
	const { model } = isRecord(body) ? body : {};
	if (typeof model === 'string' && model.trim() !== '') return;
	const wantedOption = itemPerSegment ? 'One Item per Segment' : `Output As "${format}"`;
	throw badInput(
		`Model must be set for ${wantedOption}: the default model of the service sends no timestamps`,
		'Choose a model that supports timestamps.',
	);
}
