import type { INodeProperties } from 'n8n-workflow';

import { appliedAfter } from '../../../lib/fields/rules';
import { MAX_UPLOAD_BYTES } from '../../../lib/files/uploadFile';
import { numberField } from '../../common/fields/numberField';
import { OUTPUT_FIELD_HINT } from '../../common/fields/outputFileFields';
import { RECORDING_NUMBER_FIELDS } from '../../../lib/speech/transcription/recordingSettings';

const { maxRecordingSize, partLength, partsAtOnce } = RECORDING_NUMBER_FIELDS;
const UPLOAD_LIMIT_TEXT = `${MAX_UPLOAD_BYTES / 1_000_000} MB`;

export function transcriptOutputFields(): INodeProperties[] {
	return [
		appliedAfter(
			{
				displayName: 'Output As',
				name: 'outputAs',
				type: 'options',
				default: 'json',
				description:
					'Form of the transcript. If Model is empty, subtitles come from the cheapest model with timestamps.',
				options: [
					{
						name: 'Subtitles (SRT)',
						value: 'srt',
						description: 'Text and a SubRip file',
					},
					{
						name: 'Subtitles (VTT)',
						value: 'vtt',
						description: 'Text and a WebVTT file',
					},
					{
						name: 'Text Only',
						value: 'text',
						description: 'The transcript and nothing else',
					},
					{
						name: 'Text With Details',
						value: 'json',
						description: 'Text with its duration and, if requested, timestamps',
					},
				],
			},
			'answer',
		),
		appliedAfter({
			displayName: 'Put Subtitles in Field',
			name: 'subtitleField',
			type: 'string',
			required: true,
			default: 'data',
			hint: 'The name of the output binary field to put the subtitle file in',
			builderHint: { propertyHint: OUTPUT_FIELD_HINT },
			displayOptions: { show: { outputAs: ['srt', 'vtt'] } },
		}),
	];
}

export function transcriptOptions(): INodeProperties[] {
	return [
		appliedAfter(
			{
				displayName: 'One Item per Segment',
				name: 'itemPerSegment',
				type: 'boolean',
				default: false,
				description:
					'Whether to return an item with text, start and end for each segment, for models that support timestamps',
			},
			'answer',
		),
	];
}

export function longRecordingFields(): INodeProperties[] {
	return [
		longRecordingField(
			`How to handle a recording of more than ${UPLOAD_LIMIT_TEXT}, the maximum per request. Splitting does not change the price, which is per second.`,
			'Split without re-encoding, at pauses where possible, and join the transcripts with the times of the whole recording',
		),
		numberField(
			'partLength',
			partLength,
			partLength.usual,
			`Maximum length of a part, ${partLength.min} to ${partLength.max} minutes. A retry repeats only the parts that failed.`,
		),
		numberField(
			'partsAtOnce',
			partsAtOnce,
			partsAtOnce.usual,
			`Maximum number of parts of one recording in flight at once, ${partsAtOnce.min} to ${partsAtOnce.max}. They count toward Max Concurrent Requests.`,
		),
		maxRecordingSizeField(),
	];
}

export function longRecordingField(description: string, split: string): INodeProperties {
	return {
		displayName: 'Long Recording',
		name: 'longRecording',
		type: 'options',
		default: 'split',
		description,
		options: [
			{
				name: 'Refuse',
				value: 'refuse',
				description: 'Throw an error before anything is sent',
			},
			{ name: 'Split and Join', value: 'split', description: split },
		],
	};
}

export function maxRecordingSizeField(): INodeProperties {
	return numberField(
		'maxRecordingSize',
		maxRecordingSize,
		maxRecordingSize.usual,
		'Maximum size of a recording. A larger one is refused before anything is sent, so a mistake costs nothing.',
	);
}
