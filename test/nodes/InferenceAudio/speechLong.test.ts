import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { splitText } from '../../../lib/speech/speechText';
import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { binaryBuffer, type RunNodeOptions } from '../../engine/runNode';
import { silentMp3 } from '../../service/media/mp3';
import { spoken } from '../../service/media/speech';
import { secondsOf } from '../../service/media/tone';
import type { SpeechFormat } from '../../service/schemas/speech';
import { flacFramesOf } from '../../lib/files/sound/flacFrames';
import { pagesOf } from '../../lib/files/sound/oggPages';
import { withService } from '../withService';
import { longText } from './speechText';

const world = withService();
const node = new InferenceAudio();
const text = longText(3);
const texts = splitText(text, 4096);
const inputs = () =>
	world.service.requests('/audio/speech').map(({ body }) => (body as IDataObject).input);
const speak = async (options: IDataObject = {}, more: Partial<RunNodeOptions> = {}) =>
	await world.run({
		node,
		binaryMode: 'filesystem',
		parameters: { text, options } as INodeParameters,
		...more,
	});
const made = new Map<SpeechFormat, Buffer[]>();
function partsAs(format: SpeechFormat): Buffer[] {
	const parts =
		made.get(format) ?? texts.map((part) => spoken(part, format, { speed: 1, sampleRate: 24_000 }));
	made.set(format, parts);
	return parts;
}

/** The local service takes four dollars for a million characters. */
const priced = (characters: number) => ({
	amount: Number((characters * 4e-6).toFixed(10)),
	currency: 'USD',
	estimated: true,
});

describe('a long text', () => {
	it.each(['filesystem', 'memory'] as const)(
		'is spoken in order and joined into one WAV file, in %s',
		async (binaryMode) => {
			const { items } = await speak({ outputFormat: 'wav' }, { binaryMode });
			expect(inputs()).toEqual(texts);
			const [item, ...others] = items;
			expect(others).toEqual([]);
			const sound = Buffer.concat(partsAs('wav').map((part) => part.subarray(44)));
			const file = await binaryBuffer(item?.binary?.data);
			expect(file.readUInt32LE(4)).toBe(file.length - 8);
			expect(file.readUInt32LE(40)).toBe(sound.length);
			expect(file.subarray(44).equals(sound)).toBe(true);
			expect(item?.pairedItem).toEqual({ item: 0 });
			expect(item?.json).toEqual({
				fileName: 'speech.wav',
				mimeType: 'audio/wav',
				bytes: file.length,
				model: 'tts-basic',
				requestIds: [expect.any(String), expect.any(String), expect.any(String)],
				characters: texts.join('').length,
				parts: 3,
				joined: true,
				cost: priced(texts.join('').length),
			});
			expect(item?.binary?.data).toMatchObject({ fileName: 'speech.wav', mimeType: 'audio/wav' });
		},
	);

	it('is joined as MP3 by default, with one index in place of that of each part', async () => {
		const { item } = await speak({ fileName: 'book' });
		const file = await binaryBuffer(item.binary?.data);
		const sound = texts.map((part) => silentMp3(secondsOf(part, 1)).subarray(96));
		expect(file.toString('latin1', 13, 17)).toBe('Info');
		expect(file.readUInt32BE(21)).toBe(Buffer.concat(sound).length / 96);
		expect(file.subarray(96).equals(Buffer.concat(sound))).toBe(true);
		expect(item.json).toMatchObject({ fileName: 'book.mp3', joined: true });
	});

	it.each(['aac', 'pcm'] as const)('is joined as %s', async (outputFormat) => {
		const { item } = await speak({ outputFormat });
		const file = await binaryBuffer(item.binary?.data);
		expect(file.equals(Buffer.concat(partsAs(outputFormat)))).toBe(true);
	});

	it('is one item with a file per part, when asked for', async () => {
		const { items } = await speak({ longText: 'parts', outputFormat: 'wav', fileName: 'book.wav' });
		expect(items.map(({ json }) => json)).toEqual(
			texts.map(({ length }, index) => ({
				fileName: `book-${index + 1}.wav`,
				mimeType: 'audio/wav',
				bytes: partsAs('wav')[index]?.length,
				model: 'tts-basic',
				requestId: expect.any(String),
				characters: length,
				part: index + 1,
				parts: 3,
				cost: priced(length),
			})),
		);
		const files = await Promise.all(
			items.map(async ({ binary }) => await binaryBuffer(binary?.data)),
		);
		expect(Buffer.concat(files).equals(Buffer.concat(partsAs('wav')))).toBe(true);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(Array(3).fill({ item: 0 }));
	});

	it('is joined as FLAC, with the samples of all parts', async () => {
		const { item, items } = await speak({ outputFormat: 'flac' });
		expect(items).toHaveLength(1);
		const file = await binaryBuffer(item.binary?.data);
		const sound = (...files: Buffer[]) =>
			Buffer.concat(files.flatMap((one) => flacFramesOf(one).map((frame) => frame.sound)));
		expect(sound(file).equals(sound(...partsAs('flac')))).toBe(true);
		expect(item.json).toMatchObject({
			...{ fileName: 'speech.flac', mimeType: 'audio/flac', bytes: file.length, joined: true },
		});
	});

	it('is joined as Opus, with the packets of all parts on one stream', async () => {
		const { item, items } = await speak({ outputFormat: 'opus' });
		expect(items).toHaveLength(1);
		const file = await binaryBuffer(item.binary?.data);
		const packets = (bytes: Buffer) =>
			pagesOf(bytes)
				.slice(2)
				.flatMap((page) => page.packets);
		expect(packets(file)).toEqual(partsAs('opus').flatMap(packets));
		expect(item.json).toMatchObject({
			...{ fileName: 'speech.opus', mimeType: 'audio/opus', bytes: file.length, joined: true },
		});
	});
});

it('returns separate files if the parts differ', async () => {
	world.service.fault({ path: '/audio/speech', delayMs: 1, times: 2 });
	const wav = spoken('Other', 'wav', { speed: 1, sampleRate: 48_000 });
	world.service.fault({ path: '/audio/speech', body: wav, contentType: 'audio/wav' });
	const { items, logs } = await speak({ outputFormat: 'wav' });
	expect(logs.join('\n')).toContain('were not joined');
	expect(items.map(({ json }) => json.notJoinedBecause)).toEqual(
		Array(3).fill(
			'The parts differ: PCM, 24000 Hz, 1 ch, 16 bits, and PCM, 48000 Hz, 1 ch, 16 bits',
		),
	);
});

it('returns separate files if the service changes the format midway', async () => {
	world.service.fault({ path: '/audio/speech', delayMs: 1, times: 2 });
	const body = spoken('Other', 'wav', { speed: 1, sampleRate: 24_000 });
	world.service.fault({ path: '/audio/speech', body, contentType: 'audio/wav' });
	const { items } = await speak();
	expect(items.map(({ json }) => [json.fileName, json.notJoinedBecause])).toEqual([
		['speech-1-1.mp3', 'The parts differ: audio/mpeg, and audio/wav'],
		['speech-1-2.mp3', 'The parts differ: audio/mpeg, and audio/wav'],
		['speech-1-3.wav', 'The parts differ: audio/mpeg, and audio/wav'],
	]);
});

it('sends every option with every part, and a text that fits as it is', async () => {
	const options = { outputFormat: 'wav', speed: 2, language: 'en', streaming: true };
	const { error } = await speak(options);
	expect(error).toBeUndefined();
	expect(world.service.requests('/audio/speech').map(({ body }) => body)).toEqual(
		texts.map((input) => ({
			input,
			response_format: 'wav',
			speed: 2,
			language: 'en',
			streaming: true,
		})),
	);
	world.service.reset();
	const whole = `${'x'.repeat(4094)} \n`;
	const { item } = await speak({}, { parameters: { text: whole } });
	expect(inputs()).toEqual([whole]);
	expect(item.json).toMatchObject({ characters: 4096, parts: 1 });
});

it('keeps two items apart', async () => {
	const { items } = await speak({ outputFormat: 'wav' }, { items: [{ json: {} }, { json: {} }] });
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	expect(world.service.ledger).toHaveLength(6);
});
