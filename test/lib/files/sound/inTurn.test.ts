import { ByteReader } from '../../../../lib/files/sound/containers/byteReader';
import { openRecording } from '../../../../lib/files/sound/openRecording';
import { silentAac } from '../../../service/media/aac';
import { toFlac } from '../../../service/media/flac';
import { silentMp3 } from '../../../service/media/mp3';
import { silentOpus } from '../../../service/media/opus';
import { toneFor } from '../../../service/media/tone';
import { toWav } from '../../../service/media/wav';
import { m4aOf } from './m4aFile';
import { pagesOf, oggOf } from './oggPages';
import { split } from './reading';

const tone = (seconds: number, rate = 24_000) => toneFor('One two three', seconds, rate);
const wav = toWav(tone(4));
const flac = toFlac(tone(4));
const opus = silentOpus(4);
const mp3 = silentMp3(4).subarray(96);
const m4a = m4aOf(Array.from({ length: 90 }, (_, at) => Buffer.alloc(20, 33 + (at % 9))));
const ID3V1 = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125, 0x20)]);
const ID3V2 = Buffer.from('ID3\x03\0\0\0\0\0\x05    \0', 'latin1');

/** Opus of two channels by its header alone. */
const [head, tags, ...sound] = pagesOf(opus);
const stereoHead = Buffer.from(head?.packets[0] ?? []).fill(2, 9, 10);
const stereo = oggOf(
	[{ granule: 0, packets: [stereoHead] }, ...(tags ? [tags] : []), ...sound].map((page) => ({
		granule: page.granule,
		packets: page.packets,
	})),
);

/** A WAV file that was written while its length was not known. */
function streamed(file: Buffer): Buffer {
	const open = Buffer.from(file);
	open.writeUInt32LE(0xffff_ffff, 4);
	open.writeUInt32LE(0xffff_ffff, 40);
	return open;
}

const totalSeconds = (parts: Array<{ seconds: number }>) =>
	parts.reduce((sum, { seconds }) => sum + seconds, 0);

describe('recordings that follow one another in a file', () => {
	it.each<[string, Buffer[], formats: string]>([
		['Ogg twice, as songs of a radio stream', [opus, opus], 'ogg'],
		['Ogg of other channels', [opus, stereo, opus], 'ogg ogg ogg'],
		['FLAC twice', [flac, flac], 'flac flac'],
		['FLAC twice, with tags', [flac, ID3V1, ID3V2, flac, ID3V1], 'flac flac'],
		['WAV twice', [wav, wav], 'wav'],
		['WAV of another rate', [wav, toWav(tone(4, 16_000))], 'wav wav'],
		['WAV without lengths', [streamed(wav), streamed(wav)], 'wav'],
		[
			'WAV without a length, and of another rate',
			[streamed(wav), toWav(tone(4, 16_000))],
			'wav wav',
		],
		['MP3, FLAC and MP3', [mp3, flac, mp3], 'mp3 flac mp3'],
		['AAC and WAV', [silentAac(4), wav], 'aac wav'],
		['WAV and MP3 with a tag', [wav, ID3V2, mp3], 'wav mp3'],
		['Ogg and MP3', [opus, mp3], 'ogg mp3'],
	])('are all heard, each as what it is: %s', async (_name, files, formats) => {
		const count = files.filter(({ length }) => length > 200).length;
		const { recording, parts } = await split(Buffer.concat(files));
		expect(parts.map(({ extension }) => extension).join(' ')).toBe(formats);
		expect(totalSeconds(parts)).toBeCloseTo(4 * count, 0);
		expect(recording.gaps).toEqual([]);
		// Each part is a file of its own that plays alone, and begins where the one before it ends.
		let end = 0;
		for (const { file, seconds, start } of parts) {
			expect(start).toBeCloseTo(end, 0);
			end = start + seconds;
			const alone = await split(file);
			expect(totalSeconds(alone.parts)).toBeCloseTo(seconds, 0);
			expect(alone.recording.hasSoundAfterEnd?.()).not.toBe(true);
		}
		// A decoder may stop after the first.
		if (formats !== 'mp3') expect(recording.hasSoundAfterEnd?.()).toBe(true);
	});

	it.each<[string, Buffer, Buffer]>([
		['WAV and WAV of another rate', wav, toWav(tone(4, 16_000))],
		['FLAC and FLAC', flac, flac],
		['Ogg and Ogg', opus, opus],
		['MP3 and WAV', mp3, wav],
	])('are read on where the first is cut off: %s', async (_name, first, second) => {
		const half = first.subarray(0, Math.floor(first.length * 0.55));
		const { recording, parts } = await split(Buffer.concat([half, second]));
		expect(totalSeconds(parts)).toBeGreaterThan(5.5);
		expect(totalSeconds(parts)).toBeLessThan(6.6);
		expect(recording.gaps.length).toBeLessThanOrEqual(1);
		const last = parts.at(-1);
		expect((last?.start ?? 0) + (last?.seconds ?? 0)).toBeLessThan(8.1);
	});

	it('are read where the file breaks off in the head of the next one', async () => {
		for (const [first, head] of [
			[opus, opus.subarray(0, opus.indexOf('OggS', 4))],
			[flac, flac.subarray(0, 20)],
			[wav, wav.subarray(0, 30)],
		] as const) {
			const { recording, parts } = await split(Buffer.concat([first, head]));
			expect(totalSeconds(parts)).toBeCloseTo(4, 1);
			expect(recording.gaps).toEqual([{ start: expect.closeTo(4, 1) as number, end: null }]);
		}
	});

	it.each<[string, Buffer]>([
		['M4A twice', Buffer.concat([m4a, m4a])],
		['M4A and Ogg', Buffer.concat([m4a, opus])],
		['M4A and MP3', Buffer.concat([m4a, ID3V2, mp3])],
		['WAV and M4A', Buffer.concat([wav, m4a])],
		['Ogg and M4A', Buffer.concat([opus, m4a])],
	])('are refused where one has an index: %s', async (_name, bytes) => {
		await expect(split(bytes)).rejects.toThrow(/^is several (MP4|sound) files in one$/);
	});
});

it('the times of a part of many notes are those of the notes, though a decoder plays all of their packets', async () => {
	const { parts } = await split(Buffer.concat(Array<Buffer>(40).fill(opus)), { seconds: 600 });
	const [part] = parts;
	expect(parts.length).toBe(1);
	const shift = part?.jumps.reduce((sum, { by }) => sum + by, 0) ?? 0;
	// What is skipped at the start of each but the first one, and not played at its end.
	const packets = (await split(opus)).parts[0];
	expect((part?.seconds ?? 0) + shift).toBeCloseTo(40 * (packets?.seconds ?? 0), 3);
	expect(part?.jumps.length).toBeGreaterThanOrEqual(39);
});

it('what looks like the start of a recording inside of another one ends nothing', async () => {
	const samples = Buffer.from(wav);
	samples.write('OggS', 20_000, 'latin1');
	samples.write('fLaC', 30_000, 'latin1');
	samples.write('RIFF', 40_000, 'latin1');
	const packets = pagesOf(opus).map(({ granule, packets: own }) => ({ granule, packets: own }));
	packets[3]?.packets[1]?.write('OggS\0\x02', 3, 'latin1');
	for (const bytes of [samples, oggOf(packets)]) {
		const { recording, parts } = await split(bytes);
		expect(parts.length).toBe(1);
		expect(totalSeconds(parts)).toBeCloseTo(4, 1);
		expect([recording.gaps, recording.hasSoundAfterEnd?.()]).toEqual([[], false]);
	}
});

const filler = Buffer.alloc(200);
it.each<[string, Buffer]>([
	['Ogg notes', silentOpus(0.5)],
	['MP3 notes that are filled up', Buffer.concat([silentMp3(0.5), filler])],
	['AAC notes that are filled up', Buffer.concat([silentAac(0.5), filler])],
])('each byte of a thousand joined %s is asked for a few times at most', async (_name, note) => {
	const count = 1000;
	let looked = 0;
	class CountingReader extends ByteReader {
		override async peek(size: number): Promise<Buffer> {
			looked += size;
			return await super.peek(size);
		}
	}
	function* notes() {
		for (let index = 0; index < count; index++) yield note;
	}
	const { units } = await openRecording(new CountingReader(notes()));
	let seconds = 0;
	for await (const unit of units) seconds += unit.seconds;
	expect(seconds / count).toBeGreaterThan(0.45);
	expect(looked).toBeLessThan((note.length + 8192) * count * 8);
});
