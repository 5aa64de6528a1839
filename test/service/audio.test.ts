import { part } from './client';
import { toneFor } from './media/tone';
import { toWav } from './media/wav';
import { localService } from './underTest';

const local = localService({ limits: { audio: 500 } });

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
