import { mergeTranscripts } from '../../../../lib/speech/transcript';
import { earsFor } from '../../../service/hearing/ears';
import { recognizer } from '../../../service/hearing/recognizer';
import { silentAac } from '../../../service/media/aac';
import { toFlac } from '../../../service/media/flac';
import { silentMp3 } from '../../../service/media/mp3';
import { toneFor, toPcm, type Tone } from '../../../service/media/tone';
import { toWav } from '../../../service/media/wav';
import { loadMp3 } from '../../../service/demo/mp3';
import { vocabulary, wavLecture } from '../../../service/hearing/wavLecture';
import { split } from './reading';

/** The transcript of all parts, and how many of them overlap. */
async function heard(bytes: Buffer, hear: (file: Buffer) => Promise<Word[] | undefined>) {
	const { parts } = await split(bytes);
	const made = [];
	for (const { file, ...place } of parts) {
		const words = (await hear(file)) ?? [];
		const text = words.map(({ word }) => word).join(' ');
		made.push({ ...place, text, timestamps: { word: words } });
	}
	const overlaps = parts.filter(({ overlap }) => overlap > 0).length;
	return { ...mergeTranscripts(made), parts: parts.length, overlaps };
}

type Word = { word: string; start: number; end: number };

const ears = async (file: Buffer) => await earsFor(await vocabulary)(file);
/** The samples of the FLAC files that the tests write, whose frames are not compressed. */
const fromFlac = async (file: Buffer) => {
	const samples = new Int16Array(file.length / 2);
	let heard = 0;
	for (let at = 42; at < file.length;) {
		const number = (file[at + 4] ?? 0) < 0x80 ? 1 : (file[at + 4] ?? 0) < 0xe0 ? 2 : 3;
		const count = file.readUInt16BE(at + 4 + number) + 1;
		const start = at + 4 + number + 2 + 1 + 1;
		for (let index = 0; index < count; index++)
			samples[heard++] = file.readInt16BE(start + index * 2);
		at = start + count * 2 + 2;
	}
	return recognizer(await vocabulary)({ samples: samples.subarray(0, heard), sampleRate: 16_000 });
};

describe('a speech with pauses', () => {
	it('is cut in them', async () => {
		const { wav, text } = await wavLecture({ seed: 3, seconds: 150 });
		const all = await heard(wav, ears);
		expect(all.text).toBe(text);
		expect([all.overlaps, all.parts, all.unsureAt]).toEqual([0, 3, []]);
		expect(all.timestamps?.word?.at(-1)?.end).toBeGreaterThan(145);
	});

	it.each<[string, (wav: Buffer) => Buffer]>([
		['with a long header', extensible],
		['that was written while it was spoken', (wav) => Buffer.from(wav).fill(0xff, 40, 44)],
	])('is cut in them in a file %s too', async (_name, make) => {
		const { wav } = await wavLecture({ seed: 3, seconds: 150 });
		const samples = async (bytes: Buffer) => {
			const { parts, recording } = await split(bytes);
			expect(recording.gaps).toEqual([]);
			return parts.map(({ file }) => file.toString('base64', file.indexOf('data') + 8));
		};
		const cut = await samples(wav);
		expect((await samples(make(wav))).map((one, at) => one === cut[at])).toEqual([
			true,
			true,
			true,
		]);
	});
});

describe('a speech without pauses', () => {
	it.each<[string, (wav: Buffer, tone: Tone) => Buffer, typeof ears]>([
		['WAV', (wav) => wav, ears],
		['FLAC', (_wav, tone) => toFlac(tone), fromFlac],
	])('is cut with an overlap that is heard once: %s', async (_name, make, hear) => {
		const { wav, tone, text } = await wavLecture({
			seed: 5,
			seconds: 130,
			gapSeconds: 0.07,
			pauseSeconds: 0.07,
		});
		const all = await heard(make(wav, tone), hear);
		expect(all.text).toBe(text);
		expect(all.overlaps).toBe(all.parts - 1);
		expect(all.timestamps?.word?.map(({ word }) => word).join(' ')).toBe(text);
	});
});

/** The same with a header of 40 bytes that names the code at its end. */
function extensible(wav: Buffer): Buffer {
	const format = Buffer.alloc(40);
	wav.copy(format, 0, 20, 36);
	format.writeUInt16LE(0xfffe, 0);
	format.writeUInt16LE(22, 16);
	format.writeUInt16LE(1, 24);
	const head = Buffer.from(wav.subarray(0, 20));
	head.writeUInt32LE(40, 16);
	return Buffer.concat([head, format, wav.subarray(36)]);
}

describe('the frames of all parts', () => {
	it('are those of the AAC file', async () => {
		const aac = silentAac(200);
		const { parts } = await split(aac);
		const frames = (bytes: number) => bytes / 11;
		const sent = parts.reduce((sum, { file }) => sum + frames(file.length), 0);
		const twice = parts.reduce((sum, { overlap }) => sum + (overlap * 24_000) / 1024, 0);
		expect(parts.length).toBeGreaterThan(3);
		expect(sent - Math.round(twice)).toBe(frames(aac.length));
	});

	it('are those of the MP3 file, without its index and its tags', async () => {
		const mp3 = silentMp3(200);
		const tag = Buffer.concat([
			Buffer.from('ID3\x04\0\0\0\0\x02\0', 'latin1'),
			Buffer.alloc(256, 0xff),
		]);
		const { parts } = await split(Buffer.concat([tag, mp3, Buffer.from('TAG'), Buffer.alloc(125)]));
		const [first, ...others] = parts;
		const frames = others.map(({ file }) => file.subarray(96));
		expect(Buffer.concat([first?.file ?? tag, ...frames]).equals(mp3.subarray(96))).toBe(true);
	});

	it('begin in MP3 with those whose bits the first one uses', async () => {
		const encode = await loadMp3();
		const { tone } = await wavLecture({ seed: 4, seconds: 65 });
		const mp3 = encode?.(tone) ?? Buffer.alloc(0);
		const { parts } = await split(mp3, { seconds: 30 });
		expect(parts.length).toBe(3);
		for (const { file, start } of parts.slice(1)) {
			expect(mp3.includes(file.subarray(0, 2000))).toBe(true);
			expect(start).toBeGreaterThan(15);
		}
		const end = (parts.at(-1)?.start ?? 0) + (parts.at(-1)?.seconds ?? 0);
		expect(end).toBeCloseTo(tone.samples.length / tone.sampleRate, 0);
	});
});

it('a file is cut by its size as well', async () => {
	const wav = toWav(toneFor('One', 100, 24_000));
	const { parts } = await split(wav, { bytes: 1_000_000 });
	for (const { file } of parts) expect(file.length).toBeLessThan(1_000_000);
	expect(parts.length).toBeGreaterThan(5);
});

it.each([
	['Ogg Speex', `OggS${'\0'.repeat(24)}Speex   `, /is an Ogg file/],
	['text', 'Hello, this is no sound at all', /is in a format that cannot be split/],
	[
		'WAV without sound',
		toWav({ samples: new Int16Array(0), sampleRate: 8000 }).toString('latin1', 0, 36),
		/has no sound/,
	],
	[
		'FLAC without frames',
		`fLaC\x80\0\0\0${toPcm(toneFor('a', 1, 8000)).toString('latin1')}`,
		/does not say/,
	],
])('%s is refused with the reason', async (_name, start, reason) => {
	await expect(split(Buffer.from(start, 'latin1'))).rejects.toThrow(reason);
});
