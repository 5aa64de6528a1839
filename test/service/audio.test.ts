import { part, type Part } from './client';
import { silentMp3 } from './media/mp3';
import { toneFor } from './media/tone';
import { toWav } from './media/wav';
import { localService, type Body } from './underTest';

const local = localService({ limits: { audio: 500 } });
const speak = (body: Body) => local.post('/audio/speech', body);
const mp3 = part(silentMp3(6), 'me.mp3', 'audio/mpeg');
const flac = part('fLaC and more', 'me.flac', 'audio/flac');

describe('a transcription', () => {
	const wav = part(toWav(toneFor('Hello', 2, 8000)), 'note.wav', 'audio/wav');
	const send = (fields: Record<string, string>) =>
		local.call('/audio/transcriptions', { form: { file: wav, ...fields } });

	it.each([
		['lab/asr-segments', 'segment', { text: ' Guten Tag.', start: 0 }],
		['asr-words', 'word', { word: 'Guten', start: 0 }],
		['asr-chars', 'char', { char: 'G', start: 0 }],
	])('a transcription of %s has times per %s', async (model, kind, first) => {
		const { json } = await send({ model, timestamps: 'true', language: 'de' });
		expect(json).toMatchObject({
			text: 'Guten Tag. Dies ist eine Aufnahme.',
			duration: 2,
			timestamps: { [kind]: expect.arrayContaining([expect.objectContaining(first)]) },
		});
		const { timestamps } = json as { timestamps: Record<string, Array<{ end: number }>> };
		expect(timestamps[kind]?.at(-1)?.end).toBe(2);
		const plain = await send({ model });
		expect(plain.json).not.toHaveProperty('timestamps');
	});

	it('may be plain text, and is charged by the second', async () => {
		const { headers, text } = await send({ response_format: 'text' });
		expect(headers['content-type']).toBe('text/plain; charset=utf-8');
		expect(text).toBe('Good day. This is a recording.');
		expect(local.service.ledger).toMatchObject([{ usd: 0.0002 }]);
	});
});

describe('a cloned voice', () => {
	const DAY = 86_400_000;
	const make = async (form: Record<string, string | Part> = {}) => {
		const { json } = await local.call('/audio/voices', { form: { file: mp3, ...form } });
		return json as { id: string; model: string };
	};
	const heard = async (voice: string, model: string) =>
		(await speak({ input: 'Hi', model, voice })).status;

	it('has a handle for one model', async () => {
		const handle = await make({ file: flac, unknown: 'x' });
		const id = expect.stringMatching(/^vv_[0-9a-f]{16}$/);
		expect(handle).toEqual({ id, model: 'tts-cloning' });
		expect(await heard(handle.id, 'tts-cloning')).toBe(200);
		expect(await heard(handle.id, 'tts-persistent')).toBe(400);
		expect(await heard('vv_unknown', 'tts-cloning')).toBe(400);
	});

	it('lapses after seven days, or after seven days without use', async () => {
		const stored = await make();
		const kept = await make({ model: 'tts-persistent' });
		local.service.advance(6 * DAY);
		expect(await heard(stored.id, 'tts-cloning')).toBe(200);
		expect(await heard(kept.id, 'tts-persistent')).toBe(200);
		local.service.advance(2 * DAY);
		expect(await heard(stored.id, 'tts-cloning')).toBe(400);
		expect(await heard(kept.id, 'tts-persistent')).toBe(200);
	});
});
