import { inflateSync } from 'node:zlib';
import { call, part } from './client';
import { dimensionsOf } from './media/dimensions';
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
});

describe('speech in the demo', () => {
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
