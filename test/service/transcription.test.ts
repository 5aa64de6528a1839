import { call, part, type Part } from './client';
import { silentMp3 } from './media/mp3';
import { toneFor } from './media/tone';
import { toWav } from './media/wav';
import { type LocalService, startService } from './service';

let service: LocalService;

beforeAll(async () => {
	service = await startService({ limits: { audio: 500 } });
});
afterAll(() => service.close());
beforeEach(() => service.reset());

const WAV = toWav(toneFor('Hello', 2, 8000));
const wav = part(WAV, 'note.wav', 'audio/wav');
const PATH = '/audio/transcriptions';
const send = (form: Record<string, string | Part | Part[]>) => call(service, PATH, { form });

describe('a transcription is refused', () => {
	it.each<[field: string, form: Record<string, string | Part | Part[]>]>([
		['file', {}],
		['file', { file: WAV.toString('base64') }],
		['file', { file: [wav, wav] }],
		['file', { file: part('plain text', 'note.txt', 'text/plain') }],
		['model', { file: wav, model: 'tts-basic' }],
		['response_format', { file: wav, response_format: 'srt' }],
		['timestamps', { file: wav, timestamps: 'yes' }],
		['extra', { file: wav, extra: '1' }],
	])('with 400 that names %s', async (field, form) => {
		const reply = await send(form);
		expect(reply.status).toBe(400);
		expect(reply.json).toMatchObject({ details: { [field]: { _errors: expect.any(Array) } } });
		expect(service.ledger).toEqual([]);
	});

	it.each([
		['nothing', Buffer.alloc(0)],
		['silence', toWav({ samples: new Int16Array(800), sampleRate: 8000 })],
	])('with 422 for %s', async (_name, bytes) => {
		const reply = await send({ file: part(bytes, 'note.wav', 'audio/wav') });
		expect(reply.status).toBe(422);
		expect(reply.json).toMatchObject({ code: 'ASR_UPSTREAM_VALIDATION_FAILED' });
	});

	it('with 415 as JSON, with 413 above 25 MB', async () => {
		expect((await call(service, PATH, { body: { file: 'a' } })).status).toBe(415);
		const file = part(Buffer.alloc(25 * 1024 * 1024 + 1, 1), 'note.mp3', 'audio/mpeg');
		expect((await send({ file })).json).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
	});
});

describe('a transcription', () => {
	it('is only text on the default model, whatever was asked', async () => {
		const { json } = await send({ file: wav, timestamps: 'true', language: 'de' });
		expect(json).toEqual({ text: 'Good day. This is a recording.' });
	});

	it.each([
		['lab/asr-segments', 'segment', { text: ' Guten Tag.', start: 0 }],
		['asr-words', 'word', { word: 'Guten', start: 0 }],
		['asr-chars', 'char', { char: 'G', start: 0 }],
	])('of %s has times per %s', async (model, kind, first) => {
		const { json } = await send({ file: wav, model, timestamps: 'true', language: 'de' });
		expect(json).toMatchObject({
			text: 'Guten Tag. Dies ist eine Aufnahme.',
			duration: 2,
			timestamps: { [kind]: expect.arrayContaining([expect.objectContaining(first)]) },
		});
		const { timestamps } = json as { timestamps: Record<string, Array<{ end: number }>> };
		expect(timestamps[kind]?.at(-1)?.end).toBe(2);
		const plain = await send({ file: wav, model });
		expect(plain.json).not.toHaveProperty('timestamps');
	});

	it('may be plain text, and is charged by the second', async () => {
		const reply = await send({ file: wav, response_format: 'text' });
		expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8');
		expect(reply.text).toBe('Good day. This is a recording.');
		expect(service.ledger).toMatchObject([{ usd: 0.0002 }]);
	});
});

describe('cloning a voice', () => {
	const clone = (form: Record<string, string | Part>) => call(service, '/audio/voices', { form });
	const mp3 = part(silentMp3(6), 'me.mp3', 'audio/mpeg');
	const flac = part('fLaC and more', 'me.flac', 'audio/flac');
	const speak = (voice: string, model: string) =>
		call(service, '/audio/speech', { body: { input: 'Hi', model, voice } });
	const handleOf = async (model?: string) => {
		const { json } = await clone({ file: mp3, ...(model !== undefined && { model }) });
		return (json as { id: string }).id;
	};

	it.each<[field: string, form: Record<string, string | Part>]>([
		['file', {}],
		['file', { file: 'text' }],
		['file', { file: part('text', 'me.txt', 'text/plain') }],
		['file', { file: flac, model: 'tts-persistent' }],
		['model', { file: mp3, model: 'tts-basic' }],
		['model', { file: mp3, model: 'text-basic' }],
	])('is refused with 400 that names %s', async (field, form) => {
		const reply = await clone(form);
		expect(reply.status).toBe(400);
		expect(reply.json).toMatchObject({ details: { [field]: { _errors: expect.any(Array) } } });
	});

	it('returns a handle for one model', async () => {
		const reply = await clone({ file: flac, unknown: 'x' });
		expect(reply.json).toEqual({
			id: expect.stringMatching(/^vv_[0-9a-f]{16}$/),
			model: 'tts-cloning',
		});
		const id = await handleOf();
		expect((await speak(id, 'tts-cloning')).status).toBe(200);
		expect((await speak(id, 'tts-persistent')).status).toBe(400);
		expect((await speak('vv_unknown', 'tts-cloning')).status).toBe(400);
	});

	const DAY = 86_400_000;

	it('lapses after seven days, or after seven days without use', async () => {
		const stored = await handleOf();
		const kept = await handleOf('tts-persistent');
		service.advance(6 * DAY);
		expect((await speak(stored, 'tts-cloning')).status).toBe(200);
		expect((await speak(kept, 'tts-persistent')).status).toBe(200);
		service.advance(2 * DAY);
		expect((await speak(stored, 'tts-cloning')).status).toBe(400);
		expect((await speak(kept, 'tts-persistent')).status).toBe(200);
	});
});
