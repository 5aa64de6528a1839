import { buffer } from 'node:stream/consumers';
import { inflateSync } from 'node:zlib';
import { planJoin } from '../../lib/files/sound/joinPlan';
import { call, part } from './client';
import { dimensionsOf } from './media/dimensions';
import { soundFormat, soundSeconds } from './media/sound';
import { startService } from './service';
import { localService } from './underTest';

const local = localService({ demo: true });

const draw = async (prompt: string, more: object = {}) => {
	const body = { model: 'image-basic', prompt, return_binary: true, format: 'png', ...more };
	const reply = await local.call('/image/generate', { body });
	expect(reply.status).toBe(200);
	return reply.bytes;
};
const speak = async (body: Record<string, unknown>) =>
	(await local.call('/audio/speech', { body })).bytes;
const TEXT = 'Good morning. This is the news of today, read by a machine that needs no network.';

/** The bytes of one chunk of a PNG. */
const chunkOf = (png: Buffer, type: string) => {
	const at = png.indexOf(type);
	return png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4));
};

describe('a picture in the demo', () => {
	it('has many colours, and is the same for the same prompt only', async () => {
		const [one, again, other] = [await draw('A cat'), await draw('A cat'), await draw('A boat')];
		expect(dimensionsOf(one)).toEqual({ format: 'png', width: 1024, height: 1024 });
		const used = new Set(inflateSync(chunkOf(one, 'IDAT')));
		expect(used.size).toBeGreaterThan(50);
		expect(one.equals(again)).toBe(true);
		expect(one.equals(other)).toBe(false);
	});

	it('has its size in every format', async () => {
		for (const format of ['png', 'jpeg', 'webp']) {
			const bytes = await draw('A city at night', { format, width: 512, height: 256 });
			expect(dimensionsOf(bytes)).toEqual({ format, width: 512, height: 256 });
		}
	});

	it('stays the same picture when it is enlarged or loses its background', async () => {
		const image = (await draw('A red lighthouse by the sea')).toString('base64');
		const upscaled = await local.call('/image/upscale', { body: { image, scale: 2 } });
		expect(dimensionsOf(upscaled.bytes)).toMatchObject({ width: 2048 });
		const palette = chunkOf(Buffer.from(image, 'base64'), 'PLTE');
		expect(chunkOf(upscaled.bytes, 'PLTE').equals(palette)).toBe(true);
		const cut = await local.call('/image/background-remove', { body: { image } });
		expect(chunkOf(cut.bytes, 'PLTE').equals(palette)).toBe(true);
		const clear = chunkOf(cut.bytes, 'tRNS').length;
		const indexes = new Set(inflateSync(chunkOf(cut.bytes, 'IDAT')));
		expect([...indexes].some((index) => index >= clear)).toBe(true);
	});
});

describe('speech in the demo', () => {
	it('takes as long as a person needs, divided by the speed', async () => {
		const seconds = async (more = {}) =>
			soundSeconds(await speak({ input: TEXT, response_format: 'wav', ...more }));
		const usual = await seconds();
		expect(TEXT.length / usual).toBeGreaterThan(12);
		expect(TEXT.length / usual).toBeLessThan(16);
		expect((await seconds({ speed: 2 })) / usual).toBeCloseTo(0.5, 1);
	});

	it('is loud and silent in turns, as speech is and a tone is not', async () => {
		const pcm = await speak({ input: TEXT, response_format: 'pcm' });
		const samples = new Int16Array(new Uint8Array(pcm).buffer);
		const peaks = Array.from({ length: Math.floor(samples.length / 2400) }, (_, at) =>
			Math.max(...samples.subarray(at * 2400, (at + 1) * 2400).map(Math.abs)),
		);
		const loudest = Math.max(...peaks);
		expect(loudest).toBeGreaterThan(4000);
		expect(peaks.filter((peak) => peak < loudest / 10).length).toBeGreaterThan(3);
		expect(new Set(peaks).size).toBeGreaterThan(20);
	});

	it('is an MP3 whose parts can be joined', async () => {
		const parts = [await speak({ input: 'One.' }), await speak({ input: 'Two, and more.' })];
		expect(parts.map(soundFormat)).toEqual(['mp3', 'mp3']);
		const { bytes } = await planJoin('mp3', parts);
		const joined = await buffer(bytes(async (index) => [parts[index] ?? Buffer.alloc(0)]));
		expect(joined.length).toBeGreaterThan(10_000);
	});

	it('is heard again by the transcription; another recording has its usual text', async () => {
		const transcribe = async (bytes: Buffer) =>
			(
				await local.call('/audio/transcriptions', {
					form: { file: part(bytes, 'a.wav', 'audio/wav') },
				})
			).json;
		const wav = await speak({ input: TEXT, response_format: 'wav' });
		expect(await transcribe(wav)).toEqual({ text: TEXT });
		wav.fill(1, 44);
		expect(await transcribe(wav)).toEqual({ text: 'Good day. This is a recording.' });
	});
});

it('a chat answer in the demo names the stand-in; JSON is left as it was asked for', async () => {
	const ask = async (more: object) => {
		const body = { model: 'default', messages: [{ role: 'user', content: 'Hi' }], ...more };
		const { json } = await local.call('/chat/completions', { body });
		return (json as { choices: [{ message: { content: string } }] }).choices[0].message.content;
	};
	expect(await ask({})).toBe(
		'This is the local stand-in for the service, so no model was asked. You said “Hi”',
	);
	const answer = await ask({ response_format: { type: 'json_object' } });
	expect(JSON.parse(answer)).toEqual({ answer: 'You said “Hi”' });
});

it('refuses and charges in the demo what it refuses and charges elsewhere', async () => {
	const plain = await startService();
	const bodies = [
		{ input: TEXT, model: 'tts-basic' },
		{ input: TEXT, speed: 9 },
		{ input: '' },
		{ input: TEXT, voice: 'nobody' },
	];
	for (const body of bodies) {
		const replies = [local.service, plain].map((one) => call(one, '/audio/speech', { body }));
		const [demo, usual] = await Promise.all(replies);
		expect(demo?.status).toBe(usual?.status);
	}
	expect(local.service.ledger.map(({ usd }) => usd)).toEqual(plain.ledger.map(({ usd }) => usd));
	await plain.close();
});
