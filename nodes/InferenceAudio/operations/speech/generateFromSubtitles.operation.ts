import type { INodeProperties } from 'n8n-workflow';

import { addModelOfVoice } from '../../../../lib/models/checkModel';
import type { Operation } from '../../../../lib/run/operation';
import { priceOfSpeech } from '../../../../lib/cost/operationPrices';
import {
	checkSubtitles,
	requestWavAndCheckVoices,
	MAX_SPEED_RULE,
	speakSubtitles,
	cueHint,
	cueRequestBodies,
} from '../../../../lib/speech/speakSubtitles';
import { modelField, voiceField } from '../../../common/fields/picker';
import { numberField } from '../../../common/fields/numberField';
import { optionsField } from '../../../common/fields/optionGroup';
import { fileNameField, outputFileField } from '../../../common/fields/outputFileFields';
import { maxTextLengthField, languageField, stylePromptField } from '../../fields/speech';

/** Encodings of subtitles from before UTF-8, by the names that TextDecoder knows. */
const SUBTITLE_ENCODINGS: Array<[value: string, name: string]> = [
	['big5', 'Big5 (Traditional Chinese)'],
	['euc-jp', 'EUC-JP (Japanese)'],
	['euc-kr', 'EUC-KR (Korean)'],
	['gb18030', 'GB18030 and GBK (Simplified Chinese)'],
	['iso-8859-2', 'ISO-8859-2 (Central European)'],
	['koi8-r', 'KOI8-R (Russian)'],
	['macintosh', 'Mac Roman (Western European)'],
	['shift_jis', 'Shift_JIS (Japanese)'],
	['utf-16be', 'UTF-16 Big-Endian'],
	['utf-16le', 'UTF-16 Little-Endian'],
	['', 'UTF-8'],
	['windows-1250', 'Windows-1250 (Central European)'],
	['windows-1251', 'Windows-1251 (Cyrillic)'],
	['windows-1252', 'Windows-1252 (Western European)'],
	['windows-1253', 'Windows-1253 (Greek)'],
	['windows-1254', 'Windows-1254 (Turkish)'],
	['windows-1255', 'Windows-1255 (Hebrew)'],
	['windows-1256', 'Windows-1256 (Arabic)'],
	['windows-1257', 'Windows-1257 (Baltic)'],
	['windows-1258', 'Windows-1258 (Vietnamese)'],
	['windows-874', 'Windows-874 (Thai)'],
];

export const generateFromSubtitles = {
	option: {
		name: 'Generate From Subtitles',
		value: 'generateFromSubtitles',
		action: 'Generate speech from subtitles',
		description: 'Speak each cue of SRT, WebVTT or JSON subtitles at its time, in one WAV file',
		routing: { request: { method: 'POST', url: '/audio/speech', encoding: 'stream' } },
	},
	answerType: 'audio/*',
	bucket: 'audio',
	price: priceOfSpeech,
	paidBodies: cueRequestBodies,
	paidHint: cueHint,
	prepare: [checkSubtitles],
	beforeSend: [addModelOfVoice, requestWavAndCheckVoices],
	make: speakSubtitles,
	fields: [
		modelField({
			search: 'searchSpeechModels',
			description:
				'Model to use. It must support WAV. Leave empty to use the model of the chosen voice or, without a voice, the service default.',
		}),
		voiceField(),
		{
			displayName: 'Subtitles Source',
			name: 'subtitlesSource',
			type: 'options',
			default: 'text',
			description: 'Source of the subtitles',
			options: [
				{ name: 'Binary Field', value: 'binary', description: 'A file of the input item' },
				{ name: 'Text', value: 'text', description: 'Text, e.g. from an expression or an agent' },
			],
		},
		{
			displayName: 'Input Binary Field',
			name: 'inputBinaryField',
			type: 'string',
			default: '',
			hint: 'Field with the subtitle file. Leave empty if the item has only one file.',
			displayOptions: { show: { subtitlesSource: ['binary'] } },
		},
		{
			displayName: 'Subtitles',
			name: 'subtitles',
			type: 'string',
			typeOptions: { rows: 6 },
			required: true,
			default: '',
			placeholder: 'e.g. 1\n00:00:00,000 --> 00:00:02,000\nGood morning',
			description:
				'SRT, WebVTT, or a JSON list of cues with start and end in seconds, text and, optionally, speaker',
			displayOptions: { show: { subtitlesSource: ['text'] } },
		},
		outputFileField(),
		optionsField([
			encodingField(),
			fileNameField('dubbed.wav'),
			languageField(),
			numberField(
				'maxSpeed',
				MAX_SPEED_RULE,
				MAX_SPEED_RULE.usual,
				'Speaking rate, 1 to 4, up to which a cue is spoken faster to fit its time. The output names cues that still do not fit.',
				2,
			),
			maxTextLengthField(),
			{
				displayName: 'Sounds in Brackets',
				name: 'sounds',
				type: 'options',
				default: 'leaveOut',
				description:
					'What to do with sounds: lines in brackets, such as [Music], and words in square brackets at the edge of a line',
				options: [
					{
						name: 'Leave Out',
						value: 'leaveOut',
						description: 'Do not speak them. The output lists them.',
					},
					{ name: 'Speak', value: 'speak', description: 'Speak them like other words' },
				],
			},
			stylePromptField(),
			{
				displayName: 'Voices',
				name: 'speakerVoices',
				type: 'fixedCollection',
				typeOptions: { multipleValues: true },
				default: {},
				placeholder: 'Add Voice',
				description:
					'Voice of each speaker. Speakers are voice tags in WebVTT, speaker in JSON, or a name from this list before a colon or in brackets. All other speakers use Voice.',
				options: [
					{
						displayName: 'Row',
						name: 'row',
						values: [
							{
								displayName: 'Speaker',
								name: 'speaker',
								type: 'string',
								default: '',
								placeholder: 'e.g. Ada',
								description: 'Name in the subtitles. Not case- or accent-sensitive.',
							},
							{
								displayName: 'Voice',
								name: 'voice',
								type: 'string',
								default: '',
								placeholder: 'e.g. alba',
								description: 'Voice of the same model',
							},
						],
					},
				],
			},
		]),
	],
} satisfies Operation;

function encodingField(): INodeProperties {
	return {
		displayName: 'Encoding',
		name: 'encoding',
		type: 'options',
		typeOptions: { open: true },
		default: '',
		description:
			'Encoding of a file that is not UTF-8. A byte order mark takes precedence. An expression can use any other name from the WHATWG Encoding Standard.',
		displayOptions: { show: { '/subtitlesSource': ['binary'] } },
		options: SUBTITLE_ENCODINGS.map(([value, name]) => ({ name, value })),
	};
}
