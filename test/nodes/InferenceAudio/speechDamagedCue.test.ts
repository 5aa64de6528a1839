import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { binaryBuffer } from '../../engine/runNode';
import { silentMp3 } from '../../service/media/mp3';
import { spoken } from '../../service/media/speech';
import { withService } from '../withService';

const world = withService();
const node = new InferenceAudio();
const path = '/audio/speech';
const wav = spoken('It is late, as always.', 'wav', { speed: 1, sampleRate: 24_000 });
const SUBTITLES = `1
00:00:01,000 --> 00:00:04,000
The train leaves at noon.

2
00:00:06,000 --> 00:00:09,000
It is late, as always.
`;

const dub = async () =>
	await world.run({
		node,
		parameters: { resource: 'speech', operation: 'generateFromSubtitles', subtitles: SUBTITLES },
	});

/** The second cue gets this file. */
function secondIs(body: Buffer): void {
	world.service.fault({ path, delayMs: 1 });
	world.service.fault({ path, status: 200, body, contentType: 'audio/wav' });
}

/** The same header over so many samples of 16 bits. */
function short(samples: number): Buffer {
	const file = Buffer.from(wav.subarray(0, 44 + samples * 2));
	file.writeUInt32LE(file.length - 8, 4);
	file.writeUInt32LE(samples * 2, 40);
	return file;
}

describe('a cue whose file is damaged is named, and the others are spoken', () => {
	it.each<[string, Buffer, RegExp]>([
		['half of a file', wav.subarray(0, wav.length >> 1), /ends .* too early/],
		['100 bytes of sound under a longer header', wav.subarray(0, 144), /ends .* too early/],
		['100 bytes of sound', short(50), /has 0\.002 seconds of sound for 22 characters/],
	])('a cue with %s is named as damaged', async (_name, file, damaged) => {
		secondIs(file);
		const { items, error } = await dub();
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({
			cues: 2,
			damagedCues: [
				{
					cue: 2,
					start: 6,
					text: 'It is late, as always.',
					damaged: expect.stringMatching(damaged),
				},
			],
			hint: expect.stringMatching(/^The files of 1 of 2 cues are damaged/),
		});
		expect(world.service.requests(path)).toHaveLength(2);
	});

	it('cues whose files are whole are not named as damaged', async () => {
		secondIs(wav);
		const { items } = await dub();
		expect(items[0]?.json).toMatchObject({ cues: 2 });
		expect(items[0]?.json).not.toHaveProperty('damagedCues');
	});
});

const noSound = wav.subarray(0, 36);
const mp3 = silentMp3(2);

it('a first file that cannot be put to a time ends the item before others are paid for', async () => {
	world.service.fault({ path, status: 200, body: mp3, contentType: 'audio/mpeg' });
	const { error } = await dub();
	expect(error?.message).toMatch(
		/^Cue 1 of 2, at .*, was not spoken: The file of the model is no WAV file/,
	);
	expect(error?.description).toMatch(
		/A retry does not pay for the file again, a new execution does/,
	);
	expect(world.service.requests(path)).toHaveLength(1);
});

it.each<[string, Buffer, reason: string, fileName: string]>([
	['has no sound', noSound, 'The cue at 00:00:06 has no sound', 'speech-1-2.wav'],
	['is an MP3', mp3, 'The cue at 00:00:06 is no WAV file', 'speech-1-2.mp3'],
])(
	'a later file that %s costs none of those that were made',
	async (_name, file, reason, fileName) => {
		secondIs(file);
		const { items, error } = await dub();
		expect(error).toBeUndefined();
		const apart = {
			joined: false,
			notJoinedBecause: reason,
			hint: expect.stringContaining(reason),
		};
		expect(items.map(({ json }) => json)).toMatchObject([
			{ ...apart, cue: 1, start: 1, fileName: 'speech-1-1.wav' },
			{ ...apart, cue: 2, start: 6, fileName },
		]);
		expect(await binaryBuffer(items[1]?.binary?.data)).toEqual(file);
	},
);

it.each<[string, (file: Buffer) => void]>([
	['sample rate', (file) => void file.writeUInt32LE(48_000, 24)],
	['number of channels', (file) => void (file.writeUInt16LE(2, 22), file.writeUInt16LE(4, 32))],
])(
	'cues are files of their own where one has another %s, as all are paid for',
	async (_name, change) => {
		const other = Buffer.from(wav);
		change(other);
		secondIs(other);
		const { items, error } = await dub();
		expect(error).toBeUndefined();
		const reason =
			'The cue at 00:00:06 has another sample rate or number of channels than the first';
		const apart = {
			joined: false,
			notJoinedBecause: reason,
			hint: expect.stringContaining(reason),
		};
		expect(items.map(({ json }) => json)).toMatchObject([
			{ ...apart, cue: 1, start: 1, text: 'The train leaves at noon.', fileName: 'speech-1-1.wav' },
			{ ...apart, cue: 2, start: 6, text: 'It is late, as always.', fileName: 'speech-1-2.wav' },
		]);
		expect(await binaryBuffer(items[1]?.binary?.data)).toEqual(other);
		expect(world.service.requests(path)).toHaveLength(2);
	},
);
