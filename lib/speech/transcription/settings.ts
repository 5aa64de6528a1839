import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { badInput } from '../../core/failure';
import { readChoice, readNumber, readParameter, readSwitch } from '../../fields/readParameter';
import { isRecord } from '../../core/record';
import type { PartLimits } from '../../files/sound/parts';
import type { SubtitleFormat } from './subtitles';
import type { Prepare } from '../../wire/send';
import { UPLOAD_LIMIT } from '../../files/uploadFile';

/** Label, default and range of the numbers for long recordings. */
export const RECORDING_NUMBERS = {
	maxRecordingSize: { label: 'Max Recording Size (MB)', usual: 2000, min: 1, max: 20_000 },
	partLength: { label: 'Part Length (Minutes)', usual: 10, min: 0.5, max: 120 },
	partsAtOnce: { label: 'Parts at Once', usual: 3, min: 1, max: 5, integer: true },
};

/** What the parts of one recording that are in flight take of the memory, in bytes. */
const PARTS_BYTES = 15_000_000;

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
export function recordingSettings(context: IExecuteSingleFunctions): RecordingSettings {
	const number = (name: keyof typeof RECORDING_NUMBERS) => {
		const { usual, ...rule } = RECORDING_NUMBERS[name];
		return readNumber(context, `options.${name}`, usual, rule);
	};
	const [label, field] = ['Put Subtitles in Field', 'subtitleField'];
	const subtitleField = readParameter(context, field, 'data', { label, kind: 'text' });
	const mode = readChoice(context, 'options.longRecording', 'split', 'Long Recording', [
		'refuse',
		'split',
	]);
	const partsAtOnce = number('partsAtOnce');
	return {
		format: readChoice(context, 'outputAs', 'json', 'Output As', [
			...(['json', 'srt', 'text', 'vtt'] as const),
		]),
		itemPerSegment: readSwitch(context, 'options.itemPerSegment', false, 'One Item per Segment'),
		subtitleField: String(subtitleField).trim() || 'data',
		largest: mode === 'refuse' ? UPLOAD_LIMIT : number('maxRecordingSize') * 1_000_000,
		partsAtOnce,
		part: {
			bytes: Math.min(UPLOAD_LIMIT, Math.floor(PARTS_BYTES / partsAtOnce)),
			seconds: number('partLength') * 60,
		},
	};
}

/** Whether what the user wants takes the times of the words. */
export function needsTimes({ format, itemPerSegment }: RecordingSettings): boolean {
	return itemPerSegment || format === 'srt' || format === 'vtt';
}

/** Asks the service for the format, and for the times, that the output takes: it makes no subtitles itself (docs/maintainers/service.md#recordings). */
export const askForTimes: Prepare = function (options) {
	const settings = recordingSettings(this);
	const isTimed = needsTimes(settings);
	if (isTimed) requireModel(options.body, settings);
	options.body = {
		...(isRecord(options.body) ? options.body : {}),
		...(settings.format === 'text' && !isTimed ? { response_format: 'text' } : {}),
		...(isTimed ? { response_format: 'json', timestamps: true } : {}),
	};
};

/** Refuses to pay the default model for times, which it never sends (docs/maintainers/service.md#recordings); throws a ServiceFailure. */
function requireModel(body: unknown, { format, itemPerSegment }: RecordingSettings): void {
	const { model } = isRecord(body) ? body : {};
	if (typeof model === 'string' && model.trim() !== '') return;
	const wish = itemPerSegment ? 'One Item per Segment' : `Output As "${format}"`;
	throw badInput(
		`Model must be set for ${wish}: the default model of the service sends no timestamps`,
		'Choose a model that supports timestamps.',
	);
}
