import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { itemWith, typed } from '../../coverage/given';
import { binaryBuffer, type RunNodeOptions } from '../../engine/runNode';
import { rounds } from '../../rounds';
import { letJobsGoOn } from '../jobTime';
import { withService } from '../withService';

const world = withService();
const node = new InferenceAudio();
const path = '/audio/speech';
const RATE = 24_000;

const dub = async (
	subtitles: string,
	options: IDataObject = {},
	parameters: INodeParameters = {},
	more: Partial<RunNodeOptions> = {},
) =>
	await world.run({
		node,
		parameters: {
			...{ resource: 'speech', operation: 'generateFromSubtitles', subtitles },
			options: options as INodeParameters,
			...parameters,
		},
		...more,
	});
const bodies = () => world.service.requests(path).map(({ body }) => body as IDataObject);
const time = (seconds: number) =>
	`${new Date(seconds * 1000).toISOString().slice(11, 23).replace('.', ',')}`;
const srt = (cues: Array<[start: number, end: number, text: string]>) =>
	cues
		.map(([start, end, text], index) => `${index + 1}\n${time(start)} --> ${time(end)}\n${text}\n`)
		.join('\n');

/** When sound begins after at least so many seconds of silence, read from the samples alone. */
function onsets(wav: Buffer, silence: number): number[] {
	const samples = new Int16Array(
		wav.subarray(44).buffer.slice(wav.byteOffset + 44, wav.byteOffset + wav.length),
	);
	const starts: number[] = [];
	let quiet = Infinity;
	samples.forEach((sample, index) => {
		if (Math.abs(sample) > 64) {
			if (quiet / RATE >= silence) starts.push(index / RATE);
			quiet = 0;
		} else quiet++;
	});
	return starts;
}

const CUES: Array<[number, number, string]> = [
	[1, 4, 'The train leaves at noon.'],
	[6.5, 9, 'It is late, <i>as always</i>.'],
	[12.25, 15, '{\\an8}Somebody waves & laughs.'],
];

it.each([undefined, 'filesystem'] as const)(
	'speaks each cue at its time (%s)',
	async (binaryMode) => {
		const { items } = await dub(srt(CUES), {}, {}, { binaryMode });
		expect(bodies().map(({ input }) => input)).toEqual([
			...['The train leaves at noon.', 'It is late, as always.', 'Somebody waves & laughs.'],
		]);
		expect(bodies().every(({ response_format: format }) => format === 'wav')).toBe(true);
		const [item, ...others] = items;
		expect(others).toEqual([]);
		const wav = await binaryBuffer(item?.binary?.data);
		const starts = onsets(wav, 0.5);
		expect(starts).toHaveLength(3);
		starts.forEach((start, index) => {
			expect(Math.abs(start - (CUES[index]?.[0] ?? 0))).toBeLessThan(0.05);
		});
		expect(wav.readUInt32LE(40)).toBe(wav.length - 44);
		expect((wav.length - 44) / 2 / RATE).toBeCloseTo(15, 3);
		expect(item?.json).toMatchObject({
			...{ cues: 3, duration: 15, fileName: 'speech.wav', mimeType: 'audio/wav' },
			cost: { amount: expect.closeTo(world.spent, 9), currency: 'USD' },
		});
		expect(item?.json).not.toHaveProperty('tooLong');
	},
);

it('reads WebVTT with voices, notes, settings and entities, from a file', async () => {
	const vtt = [
		'\uFEFFWEBVTT - a title\n\nNOTE a note\nof two lines\n\nSTYLE\n::cue { color: red }\n',
		'intro\n00:01.000 --> 00:04.000 align:start\n<v Ada>Good &lt;morning&gt;</v>\n',
		'00:00:05.000 --> 00:00:08.000\n<v.loud Bert>Hello\nyou\n',
		'00:00:09.000 --> 00:00:10.000\n♪♪\n',
	].join('\n');
	const data = Buffer.from(vtt.replaceAll('\n', '\r\n')).toString('base64');
	const items = itemWith({ data: { data, mimeType: 'text/vtt', fileName: 'film.vtt' } });
	const rows = { row: [{ speaker: 'Bert', voice: 'Onyx' }] };
	const { outputs, error } = await dub(
		'',
		{ speakerVoices: rows },
		{ subtitlesSource: 'binary', model: typed('tts-expressive'), voice: typed('Ember') },
		{ items },
	);
	expect(error?.message).toMatch(/^The voice of "Bert" must be one of .*, but "Onyx" was given/);
	expect(bodies()).toEqual([]);
	expect(outputs[0] ?? []).toEqual([]);
	const known = String(error?.message).split('one of ')[1]?.split(', ')[1] ?? '';
	const again = await dub(
		'',
		{ speakerVoices: { row: [{ speaker: 'Bert', voice: known }] } },
		{ subtitlesSource: 'binary', model: typed('tts-expressive'), voice: typed('Ember') },
		{ items },
	);
	expect(again.error).toBeUndefined();
	expect(bodies().map(({ input, voice }) => [input, voice])).toEqual([
		['Good <morning>', 'Ember'],
		['Hello you', known],
	]);
});

it('reads a list of cues, in any order and with speakers before a colon', async () => {
	const cues = [
		{ start: '00:00:04,500', end: 6, text: 'Ada: Second' },
		{ start: 0, end: 2, text: 'First', speaker: 'Bert' },
	];
	const rows = { row: [{ speaker: 'Ada', voice: 'alba' }] };
	const { error } = await dub(JSON.stringify(cues), { speakerVoices: rows });
	expect(error).toBeUndefined();
	expect(bodies().map(({ input, voice }) => [input, voice])).toEqual([
		['First', undefined],
		['Second', 'alba'],
	]);
});

it('speaks faster within the limit, and names what does not fit', async () => {
	const long = 'A sentence that is far too long for the second that it has. '.repeat(3);
	const { item } = await dub(
		srt([
			[0, 1, long],
			[1, 2, 'Short.'],
		]),
		{ maxSpeed: 2 },
	);
	expect(bodies().map(({ speed }) => speed)).toEqual([2, undefined]);
	const json = item.json;
	expect(json?.tooLong).toEqual([
		{ cue: 1, start: 0, text: long.slice(0, 100), seconds: expect.any(Number), room: 1, speed: 2 },
	]);
	expect(json?.hint).toMatch(/^1 of 2 cues are longer than their time/);
	const [first] = json?.tooLong as Array<{ seconds: number }>;
	expect(json?.duration).toBeCloseTo(Math.max(2, first?.seconds ?? 0), 2);
});

it('learns from a voice how fast it speaks', async () => {
	const text = 'Some words that take about as long each time. ';
	await dub(
		srt([
			[0, 60, text.repeat(4)],
			[60, 62, text.repeat(2)],
		]),
		{ maxSpeed: 4 },
	);
	const [slow, fast] = bodies().map(({ speed = 1 }) => Number(speed));
	expect(slow).toBe(1);
	expect(fast).toBeGreaterThan(1);
	expect(fast).toBeLessThan(4);
});

it.each([
	[' ', /^Subtitles must not be empty$/],
	['Hello', /^Subtitles cannot be read at line 1: a cue with times/],
	[
		`${srt(CUES)}\n4\n00:00:16,000 - 00:00:18,000\nLost\n`,
		/^Subtitles cannot be read at line 14: .* but it is "00:00:16,000 - 00:00:18,000"$/,
	],
	[
		'[{"start": 5, "end": 4, "text": "Backwards"}]',
		/^Cue 1 must end after it starts, at 5 seconds$/,
	],
	[
		'[Script Info]\nTitle: a film',
		/^Subtitles cannot be read at line 1: .* but it is "\[Script Info\]"$/,
	],
	[
		srt([[0, 1, 'M\uFFFDller']]),
		/^Cue 1 has characters that were lost when its text was decoded: "M\uFFFDller"$/,
	],
	['[{"start": 1, "text": "No end"}]', /^Cue 1 must have start and end in seconds, and a text$/],
	['[{"start": 1,', /the JSON cannot be read$/],
	['1\n00:00:01,000 --> 00:00:02,000\n♪', /^Subtitles must contain at least one cue with text$/],
	[
		'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ada>One</v> <v Bert>Two</v>',
		/^The cue at line 3 has several speakers: Ada, Bert$/,
	],
	['[{"start": 1, "end": 2, "text": "♪"}]', /^Subtitles must contain at least one cue with text$/],
	[
		srt([
			[0, 9, 'Near'],
			[25_200, 25_201, 'Far'],
		]),
		/^Subtitles may last at most 6 hours, but the last cue ends at 07:00:01$/,
	],
	[srt([[0, 9, 'a b'.repeat(1366)]]), /^Cue 1 may have at most 4096 characters, but has 4098$/],
])('refuses %# before anything is sent', async (subtitles, message) => {
	const { error } = await dub(subtitles);
	expect(error?.message).toMatch(message);
	expect(bodies()).toEqual([]);
});

it('has all the time it takes for a last cue without a length', async () => {
	const { item } = await dub(
		'WEBVTT\n00:01.000 --> 00:01.000\nHello there, all of you who are listening',
	);
	expect(bodies().map(({ speed }) => speed)).toEqual([undefined]);
	expect(item.json).not.toHaveProperty('tooLong');
});

it('asks for nothing where a speaker says nothing', async () => {
	const cues = [
		{ start: 1, end: 2, text: 'Ada:' },
		{ start: 3, end: 4, text: '<i>♪</i>' },
		{ start: 5, end: 6, text: 'Ada: Hello' },
	];
	const speakerVoices = { row: [{ speaker: 'Ada', voice: 'alba' }] };
	const { error } = await dub(JSON.stringify(cues), { speakerVoices });
	expect(error).toBeUndefined();
	expect(bodies()).toMatchObject([{ input: 'Hello' }]);
});

it.each([
	[
		{ row: [{ speaker: 'Bob', voice: 'alba' }] },
		/^Voices: the subtitles have no speaker "Bob": no cue names one$/,
	],
	[{ row: [{ speaker: '', voice: 'alba' }] }, /^Voices: row 1 needs a speaker and a voice$/],
])('refuses the voices %j', async (speakerVoices, message) => {
	const { error } = await dub(srt(CUES), { speakerVoices });
	expect(error?.message).toMatch(message);
	expect(bodies()).toEqual([]);
});

it('pays only for the cues that are missing when it is tried again', async () => {
	world.service.fault({ path, delayMs: 1, times: 2 });
	world.service.fault({ path, status: 400, body: { error: 'Not now' } });
	const first = await dub(srt(CUES));
	expect(first.error?.message).toMatch(/^Cue 3 of 3, at 00:00:12, was not spoken: .*Not now/);
	expect(world.service.ledger).toHaveLength(2);
	const { item } = await dub(srt(CUES), {}, {}, { keptData: first.keptData });
	expect(world.service.ledger).toHaveLength(3);
	expect(onsets(await binaryBuffer(item.binary?.data), 0.5)).toHaveLength(3);
});

it('keeps the times of many cues', async () => {
	letJobsGoOn(world);
	const starts = Array.from({ length: rounds(40, 2_000) }, (_, index) => 0.5 + index * 1.7);
	const cues = starts.map((start): [number, number, string] => [start, start + 1, 'A short cue']);
	const { item } = await dub(
		srt(cues),
		{ maxTextLength: 100_000 },
		{},
		{ binaryMode: 'filesystem' },
	);
	const wav = await binaryBuffer(item.binary?.data);
	const heard = onsets(wav, 0.3);
	expect(heard).toHaveLength(starts.length);
	const errors = heard.map((start, index) => Math.abs(start - (starts[index] ?? 0)));
	expect(Math.max(...errors)).toBeLessThan(0.05);
	expect((wav.length - 44) / 2 / RATE).toBeCloseTo((starts.at(-1) ?? 0) + 1, 2);
}, 1_800_000);

it('estimates all cues in a dry run', async () => {
	const { item } = await dub(srt(CUES), {}, { options: { cost: { dryRun: true } } });
	expect(item.json).toMatchObject({ dryRun: true });
	expect(bodies()).toEqual([]);
});
