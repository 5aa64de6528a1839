import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { InferenceBilling } from '../../../nodes/InferenceBilling/InferenceBilling.node';
import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { InferenceDecisions } from '../../../nodes/InferenceDecisions/InferenceDecisions.node';
import { InferenceImage } from '../../../nodes/InferenceImage/InferenceImage.node';
import { InferenceModels } from '../../../nodes/InferenceModels/InferenceModels.node';
import { tableRows, withFiles, type Row } from './row';

const audio = new InferenceAudio();
const billing = new InferenceBilling();
const models = new InferenceModels();
const chat = new InferenceChat();
const questions = {
	question: [{ answerName: 'late', type: 'yesOrNo', instructions: 'Is it late?' }],
};

const speech = (what: string, change: IDataObject, message: Row['message']): Row => ({
	what: `speech: ${what}`,
	node: audio,
	parameters: {
		resource: 'speech',
		operation: 'generate',
		text: 'Hello',
		...change,
	} as INodeParameters,
	message,
});
const spoken = (name: string, value: unknown, message: Row['message']) =>
	speech(
		`${name} ${JSON.stringify(value)}`,
		{ options: { [name]: value } as IDataObject },
		message,
	);
const recorded = (name: string, value: unknown, message: Row['message']): Row => ({
	what: `recording: ${name} ${JSON.stringify(value)}`,
	node: audio,
	parameters: {
		...{ resource: 'recording', operation: 'transcribe' },
		...{ fileSource: 'url', fileUrl: 'https://example.com/call.wav' },
		options: { [name]: value } as INodeParameters,
	},
	message,
});
const usage = (what: string, change: IDataObject, message: Row['message']): Row => ({
	what: `usage: ${what}`,
	node: billing,
	parameters: { resource: 'usage', operation: 'getAll', ...change } as INodeParameters,
	message,
});
const catalogue = (what: string, change: IDataObject, message: Row['message']): Row => ({
	what: `models: ${what}`,
	node: models,
	parameters: { resource: 'model', operation: 'getAll', ...change } as INodeParameters,
	message,
});
const credential = (what: string, wrong: Record<string, string>, message: Row['message']): Row => ({
	what: `credential: ${what}`,
	node: chat,
	parameters: { model: { mode: 'id', value: 'text-mini' }, prompt: 'Hi' },
	credential: wrong,
	message,
});

const start = '2026-02-01T00:00:00Z';
const dateWanted = 'must be a date and time such as 2026-01-31T08:00:00Z';
const address =
	'must start with https:// (or http://, with Allow Plain HTTP on) and be a whole address';

/** What else is found before anything is sent. */
export const otherRows: Row[] = [
	...tableRows(
		'decisions',
		new InferenceDecisions(),
		{ questions },
		[
			[
				{ about: '={{ "items" }}', text: 'Late.' },
				'Decide About must be one of item, json, text, but "items" was given',
			],
		],
		[{ json: { subject: 'Late' } }],
	),
	...tableRows(
		'image',
		new InferenceImage(),
		{ resource: 'image', operation: 'upscale' },
		[
			[
				{ fileSource: '={{ "URL" }}' },
				'File Source must be one of binary, url, but "URL" was given',
			],
		],
		[withFiles({ data: 'image/png' })],
	),
	speech('no text', { text: "={{ '' }}" }, 'Text must not be empty'),
	speech('blank text', { text: ' \n ' }, 'Text must not be empty'),
	speech(
		'4,097 characters',
		{ text: 'x'.repeat(4_097), options: { longText: 'refuse' } },
		'Text may have at most 4096 characters, but 4097 were given',
	),
	speech(
		'100,001 characters',
		{ text: 'x'.repeat(100_001) },
		'Text may have at most 100000 characters, but 100001 were given',
	),
	speech(
		'a character limit',
		{ options: { maxTextLength: 4 } },
		'Text may have at most 4 characters, but 5 were given',
	),
	speech(
		'a character longer than a part',
		{ text: `a${'\u0301'.repeat(5000)}` },
		'Text cannot be split: One character of the text has more than 4096 units',
	),
	spoken('longText', 'cut', 'Long Text must be one of parts, refuse, join, but "cut" was given'),
	speech(
		'the same as Refuse before',
		{ text: 'x'.repeat(5_000), options: { longText: 'refuse', maxTextLength: 9_000 } },
		'Text may have at most 4096 characters, but 5000 were given',
	),
	speech(
		'a voice that is too long',
		{ voice: { mode: 'id', value: 'v'.repeat(513) } },
		'Voice may have at most 512 characters, but 513 were given',
	),

	{
		...recorded(
			'partsAtOnce',
			2,
			'Output As must be one of srt, vtt, text, json, but "ass" was given',
		),
		what: 'recording: outputAs "ass"',
		parameters: {
			...{ resource: 'recording', operation: 'transcribe', outputAs: 'ass' },
			...{ fileSource: 'url', fileUrl: 'https://example.com/call.wav' },
		},
	},
	recorded(
		'longRecording',
		'cut',
		'Long Recording must be one of refuse, split, but "cut" was given',
	),

	usage(
		'a start that is no date',
		{ filters: { start: 'yesterday' } },
		`Start ${dateWanted}, but "yesterday" was given`,
	),
	usage(
		'an end that does not exist',
		{ filters: { end: '2026-02-30' } },
		`End ${dateWanted}, but "2026-02-30" was given`,
	),
	usage(
		'an end before the start',
		{ filters: { start, end: '2026-01-01T00:00:00Z' } },
		'End must be later than Start, but Start is 2026-02-01T00:00:00.000Z and End is 2026-01-01T00:00:00.000Z',
	),
	usage('an end at the start', { filters: { start, end: start } }, /^End must be later than Start/),
	usage(
		'a filter beside a cursor',
		{ options: { cursor: 'abc', pageSize: 10 }, filters: { currency: 'USD' } },
		'A Cursor brings its own filters, but Currency, Page Size were set beside it',
	),
	usage(
		'a malformed cursor',
		{ options: { cursor: 'a b/c' } },
		'Cursor may hold only letters, digits, "_" and "-"',
	),

	catalogue(
		'an unknown type',
		{ type: 'a smell' },
		/^Type must be one of all, code, .* "a smell" was given$/,
	),
	catalogue(
		'no model',
		{ resource: 'model', operation: 'get', model: { mode: 'id', value: "={{ '' }}" } },
		'Model must not be empty',
	),
	catalogue(
		'a model that leads elsewhere',
		{ resource: 'model', operation: 'get', model: { mode: 'id', value: '..' } },
		'".." is not a valid ID',
	),

	credential('no base URL', { baseUrl: '' }, /^The credential has no Base URL\. Enter the address/),
	credential(
		'a base URL without scheme',
		{ baseUrl: 'api.example.com/api/v1' },
		`The Base URL ${address}, but "api.example.com/api/v1" was given`,
	),
	credential(
		'a base URL of another scheme',
		{ baseUrl: 'ftp://api.example.com' },
		`The Base URL ${address}, but "ftp://api.example.com" was given`,
	),
	credential(
		'a base URL with a login',
		{ baseUrl: 'https://me:secret@api.example.com' },
		/^The Base URL must not contain a user name or password\. (?!.*secret)/,
	),
	credential(
		'a base URL with a query',
		{ baseUrl: 'https://api.example.com/api/v1?key=1' },
		'The Base URL must end with the path, without "?" or "#"',
	),
	credential(
		'a name prefix with capitals',
		{ namePrefix: 'Acme' },
		'The API Name Prefix must start with a lowercase letter and contain only lowercase letters, digits, "_" and "-", but "Acme" was given',
	),
	credential('no key', { apiKey: ' ' }, 'The credential has no API Key'),
	credential(
		'a key with the scheme of its header',
		{ apiKey: 'Bearer abc' },
		'The API Key of the credential begins with "Bearer"',
	),
	credential(
		'a key that was copied with its surroundings',
		{ apiKey: 'Key: abc…' },
		'The API Key of the credential contains a space, a line break or a character that keys cannot contain',
	),
];
