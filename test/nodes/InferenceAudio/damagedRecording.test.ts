import { hash } from 'node:crypto';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { m4aOf } from '../../lib/files/sound/m4aFile';
import { pagesOf, sealed } from '../../lib/files/sound/oggPages';
import { typed } from '../../coverage/given';
import { silentAac } from '../../service/media/aac';
import { toFlac } from '../../service/media/flac';
import { silentMp3 } from '../../service/media/mp3';
import { silentOpus } from '../../service/media/opus';
import { toneFor, toPcm } from '../../service/media/tone';
import { toWav } from '../../service/media/wav';
import { withService } from '../withService';

const path = '/audio/transcriptions';
const said = { word: 'Hello', start: 1, end: 2 };
const world = withService({ ears: () => Promise.resolve([said]) });
const node = new InferenceAudio();

const transcribe = async (bytes: Buffer, name: string, more: IDataObject = {}) => {
	const data = { data: bytes.toString('base64'), mimeType: 'audio/x-test', fileName: name };
	const { outputs, error } = await world.run({
		node,
		items: [{ json: {}, binary: { data } }],
		parameters: {
			...{ resource: 'recording', operation: 'transcribe' },
			model: typed('asr-words'),
			options: { timestamps: true },
			...(more as INodeParameters),
		},
	});
	return { json: outputs[0]?.[0]?.json, error };
};
const sent = () => world.service.requests(path).map(({ files }) => files[0]?.sha256);
const digest = (bytes: Buffer) => hash('sha256', bytes);
const close = (value: number) => expect.closeTo(value, 1);

const zeros = (bytes: Buffer, at: number, count: number) =>
	Buffer.from(bytes).fill(0, at, at + count);
const ID3V1 = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125, 0x20)]);
/** 32 kbit/s: 96 bytes and 24 ms a frame. */
const mp3 = (seconds: number) => silentMp3(seconds).subarray(96);
const flac = toFlac(toneFor('One', 10, 24_000));
const wav = toWav(toneFor('One', 10, 24_000));
const opus = silentOpus(10);
const pageAt = (index: number) => {
	let at = 0;
	for (let page = 0; page < index; page++) at = opus.indexOf('OggS', at + 4);
	return at;
};
/** 26 MB of it. */
const longWav = () => toWav(toneFor('One', 542, 24_000));
const manyOggs = () => Buffer.concat(Array<Buffer>(Math.ceil(26e6 / opus.length)).fill(opus));
/** The same stream under another number. */
const otherSerial = (ogg: Buffer) =>
	sealed(Buffer.concat(pagesIn(ogg).map((page) => Buffer.from(page).fill(9, 14, 18))));
const pagesIn = (ogg: Buffer) => {
	const starts = [...ogg.toString('latin1').matchAll(/OggS/g)].map(({ index }) => index);
	return starts.map((start, page) => ogg.subarray(start, starts[page + 1]));
};
const aac = Array.from({ length: 400 }, (_, index) => Buffer.alloc(20, 33 + (index % 9)));

describe('what cannot be read of a recording is named', () => {
	it.each<[string, string, Buffer, gap: [start: number, end: number | null], duration: number]>([
		['MP3 with zeros inside', 'a.mp3', zeros(mp3(10), 20_000, 4096), [5, 6], 10],
		['MP3 that is cut off', 'a.mp3', silentMp3(10).subarray(0, 20_000), [5, 10], 10],
		[
			'MP3 whose start is missing',
			'a.mp3',
			Buffer.from(mp3(10).subarray(48)).fill(0x80, 0, 48),
			[0, 0],
			10,
		],
		['AAC with zeros inside', 'a.aac', zeros(silentAac(20), 2200, 1100), [8.5, 12.8], 20],
		['FLAC with a flipped bit', 'a.flac', zeros(flac, flac.length - 30_000, 1), [9.2, 9.4], 10],
		['FLAC that is cut off', 'a.flac', flac.subarray(0, 240_000), [4.9, 10], 10],
		['WAV that is shorter than its header says', 'a.wav', wav.subarray(0, 240_044), [5, 10], 10],
		[
			'M4A that is cut off',
			'a.m4a',
			m4aOf(aac, { indexFirst: true }).subarray(0, -4000),
			[8.5, 17.1],
			17.1,
		],
		[
			'M4A with frames of zeros',
			'a.m4a',
			zeros(m4aOf(aac, { indexFirst: true }), 6000, 1000),
			[8, 10],
			17.1,
		],
		[
			'Ogg with lost pages',
			'a.ogg',
			Buffer.concat([opus.subarray(0, pageAt(4)), opus.subarray(pageAt(7))]),
			[2, 5],
			10,
		],
		['Ogg with a page that is not intact', 'a.ogg', zeros(opus, pageAt(4) + 90, 1), [2, 3], 10],
		['Ogg that is cut off', 'a.ogg', opus.subarray(0, pageAt(8) + 40), [6, null], 6],
	])('what cannot be read is named in %s', async (_name, name, bytes, [start, end], duration) => {
		const { json, error } = await transcribe(bytes, name);
		expect(error).toBeUndefined();
		const [gap, ...others] = json?.gaps as Array<{ start: number; end: number | null }>;
		expect(others).toEqual([]);
		expect(Math.abs((gap?.start ?? Infinity) - start)).toBeLessThan(1);
		if (end === null) expect(gap?.end).toBeNull();
		else expect(Math.abs((gap?.end ?? Infinity) - end)).toBeLessThan(1);
		expect(json?.duration).toBeCloseTo(duration, 0);
		expect(json?.secondsNotRead).toEqual(
			end === null ? null : close((gap?.end ?? 0) - (gap?.start ?? 0)),
		);
		expect(json?.hint).toMatch(/^The recording is damaged: .* seconds of it could not be read/);
	});

	it('a gap has no place where frames are missing without a trace', async () => {
		const frames = silentMp3(10);
		const lacking = Buffer.concat([frames.subarray(0, 96 * 200), frames.subarray(96 * 300)]);
		const { json } = await transcribe(lacking, 'a.mp3', { outputAs: 'srt' });
		expect(json).toMatchObject({
			gaps: [{ start: close(7.6), end: close(10), place: 'unknown' }],
			secondsNotRead: close(2.4),
			hint: expect.stringMatching(/Where the last of these gaps is in the recording is not known/),
			subtitles: expect.stringMatching(/s of the recording are\s+missing, here or earlier\]/),
		});
	});

	it('a gap shows in the subtitles, and in the times of what follows', async () => {
		const broken = zeros(mp3(10), 1000, 1000);
		const { json } = await transcribe(broken, 'a.mp3', { outputAs: 'srt' });
		const [{ start, end } = { start: 0, end: 0 }] = json?.gaps as Array<{
			start: number;
			end: number;
		}>;
		expect(json?.subtitles).toMatch(
			/^1\n00:00:00,\d+ --> 00:00:01,\d+\n\[0\.\d+ s of the recording\ncould not be read\]/,
		);
		const later = (1 + end - start).toFixed(3).replace('.', ',');
		expect(json?.subtitles).toContain(`00:00:0${later} --> `);
	});
});

it('the gaps of a recorded radio stream are one statement, in the subtitles too', async () => {
	const sound = mp3(60);
	const title = Buffer.alloc(49, "\x03StreamTitle='A song';", 'latin1').fill(0, 22);
	const blocks = Array.from({ length: Math.ceil(sound.length / 4000) }, (_, index) => [
		...[sound.subarray(index * 4000, (index + 1) * 4000), index === 0 ? title : Buffer.alloc(1)],
	]);
	const { json } = await transcribe(Buffer.concat(blocks.flat()), 'a.mp3', { outputAs: 'srt' });
	const count = (json?.gaps as unknown[]).length;
	expect(count).toBeGreaterThan(50);
	expect(json?.hint).toMatch(
		new RegExp(`^The recording is damaged: 1\\.\\d+ seconds of it, in ${count} gaps, could not`),
	);
	expect(String(json?.subtitles).match(/-->/g)).toHaveLength(2);
	expect(String(json?.subtitles).replaceAll('\n', ' ')).toContain(
		`[From here on, ${String(json?.secondsNotRead)} s of the recording in ${count} short gaps could not be read]`,
	);
});

describe('what looks like an end is none', () => {
	it('tags between MP3 files that were joined end nothing', async () => {
		const one = Buffer.concat([mp3(10), ID3V1]);
		const { json } = await transcribe(Buffer.concat([one, one, one, one]), 'a.mp3');
		expect(json).not.toHaveProperty('gaps');
		expect(json?.duration).toBeCloseTo(40, 0);
		expect(sent()).toEqual([digest(Buffer.concat(Array(4).fill(mp3(10))))]);
	});

	it('sound after the end that a WAV header says is sent', async () => {
		const lying = Buffer.from(wav);
		lying.writeUInt32LE(34, 40);
		lying.writeUInt32LE(70, 4);
		const { json } = await transcribe(lying, 'a.wav');
		expect(json).not.toHaveProperty('gaps');
		expect(json?.duration).toBeCloseTo(10, 1);
		expect(sent()).toEqual([digest(wav)]);
		expect(json?.cost).toMatchObject({ amount: close(10 * 0.0003) });
	});
});

it.each<[string, string, Buffer, RegExp]>([
	[
		'several M4A files',
		'a.m4a',
		Buffer.concat([m4aOf(aac), m4aOf(aac)]),
		/is several MP4 files in one/,
	],
	['WAV and M4A files', 'a.wav', Buffer.concat([wav, m4aOf(aac)]), /is several sound files in one/],
	[
		'WAV and M4A files of more than a request takes',
		'a.wav',
		Buffer.concat([longWav(), m4aOf(aac)]),
		/is several sound files in one/,
	],
	[
		'several M4A files with tags',
		'a.m4a',
		Buffer.concat([m4aOf(aac), ID3V1, m4aOf(aac), ID3V1]),
		/is several MP4 files in one/,
	],
	[
		'streams of an Ogg file of more than a request takes, one beside the other,',
		'a.ogg',
		Buffer.concat([manyOggs(), opus.subarray(0, pageAt(1)), otherSerial(opus)]),
		/holds several streams, which cannot be split/,
	],
])('%s in one are refused before anything is sent', async (_name, name, bytes, sentence) => {
	const { error } = await transcribe(bytes, name);
	expect(error?.message).toMatch(sentence);
	expect(sent()).toEqual([]);
});

it('recordings that were put together are sent part by part, as a decoder may stop after the first', async () => {
	// What FLAC says of a stream stands in its head alone.
	for (const [bytes, name, parts] of [
		[Buffer.concat([flac, flac]), 'a.flac', 2],
		[Buffer.concat([opus, opus]), 'a.ogg', 1],
		[Buffer.concat([wav, wav]), 'a.wav', 1],
	] as const) {
		const { json } = await transcribe(bytes, name);
		expect(json).not.toHaveProperty('gaps');
		expect(json).toMatchObject({ parts, duration: close(20) });
		expect(sent().at(-1)).not.toBe(digest(bytes));
	}
});

it('a recording that is whole is sent as it is', async () => {
	for (const [bytes, name] of [
		[silentMp3(5), 'a.mp3'],
		[Buffer.concat([silentMp3(5), ID3V1]), 'a.mp3'],
		[silentAac(5), 'a.aac'],
		[flac, 'a.flac'],
		[Buffer.concat([flac, ID3V1]), 'a.flac'],
		[Buffer.concat([m4aOf(aac), ID3V1]), 'a.m4a'],
		[opus, 'a.ogg'],
		[m4aOf(aac), 'a.m4a'],
		[wav, 'a.wav'],
		[Buffer.concat([wav, Buffer.from('LIST\x04\0\0\0abcd')]), 'a.wav'],
	] as const) {
		const { json, error } = await transcribe(bytes, name);
		expect(error).toBeUndefined();
		expect(json).not.toHaveProperty('gaps');
		expect(sent().at(-1)).toBe(digest(bytes));
	}
});

it('the pages of the test are those of a real file', () => {
	expect(pagesOf(sealed(opus)).every(({ isIntact }) => isIntact)).toBe(true);
	expect(toPcm(toneFor('One', 10, 24_000)).length).toBe(wav.length - 44);
});
