import type { ItemContext } from '../../core/execution';
import { badInput } from '../../core/failure';
import { isRecord } from '../../core/record';
import type { PartLimits } from '../../files/sound/recordingParts';
import type { SubtitleFormat } from './writeSubtitles';
import { defaultRecord } from '../../models/defaultRecord';
import { loadModelsOnce, modelFact, type ModelRecord } from '../../models/fetchModel';
import { allowedModels } from '../../privacy/privacy';
import { mergeIntoBody } from '../../wire/body';
import type { BeforeSend, Prepare } from '../../wire/send';
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
	options.body = {
		...(isRecord(options.body) ? options.body : {}),
		...(kind === 'text' ? { response_format: 'text' } : {}),
		...(kind === 'timed' ? { response_format: 'json', timestamps: true } : {}),
	};
};

/**
 * Names a model where a transcript with times names none, since the default of the service sends none
 * (docs/maintainers/service.md#recordings): the cheapest other one that may get the recording. Throws a ServiceFailure where none is listed.
 */
export const addModelWithTimes: BeforeSend = async function (options, run) {
	const body = isRecord(options.body) ? options.body : {};
	if (body.timestamps !== true || body.model !== undefined) return;
	const { records, problem, cure, isRehearsed } = await loadModelsOnce(this, run, 'asr');
	const isAllowed = await allowedModels(this, run);
	const model = defaultRecord(modelsWithTimes(records).filter(isAllowed))?.id;
	if (model === undefined && isRehearsed === true) return;
	if (model === undefined) {
		const missing = 'the service lists none that Allowed Privacy permits';
		throw badInput(
			`${timedOutputLabel(readRecordingSettings(this))} needs a model that supports timestamps, Model is empty, and ${problem ?? missing}`,
			cure ?? 'Choose a model that supports timestamps, or set Output As to Text Only.',
		);
	}
	mergeIntoBody(options, { model });
};

/** The models that say so, or all but the default one, where none does. */
function modelsWithTimes(records: ModelRecord[]): ModelRecord[] {
	const timed = records.filter(({ spec }) => modelFact(spec, 'supportsTimestamps') === true);
	if (timed.length > 0) return timed;
	const usual = defaultRecord(records);
	return records.filter((record) => record !== usual);
}

function timedOutputLabel({ format, itemPerSegment }: RecordingSettings): string {
	if (itemPerSegment) return 'One Item per Segment';
	const isFile = format === 'srt' || format === 'vtt';
	return isFile ? `Output As: Subtitles (${format.toUpperCase()})` : 'Timestamps';
}
