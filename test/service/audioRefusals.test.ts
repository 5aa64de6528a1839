import { part, type CallOptions } from './client';
import { silentMp3 } from './media/mp3';
import { toneFor } from './media/tone';
import { toWav } from './media/wav';
import { type Body, localService, type Row } from './underTest';

const local = localService({ limits: { audio: 500 } });

const clone = { model: 'tts-cloning', input: 'Hi' };
const expressive = { model: 'tts-expressive', voice: 'Ember', input: 'Hi' };
const narration = { model: 'music-narration' };
const WALTZ = { model: 'music-basic', prompt: 'A slow waltz' };

describe.each<[path: string, start: Body, rows: Row[]]>([
	[
		'/audio/speech',
		{},
		[
			['input', {}],
			['input', { input: '' }],
			['input', { input: 'a'.repeat(4097) }],
			['extra', { input: 'Hi', extra: 1 }],
			['language', { input: 'Hi', language: 'e' }],
			['language', { input: 'Hi', language: 'e'.repeat(33) }],
			['prompt', { input: 'Hi', prompt: 'a'.repeat(501) }],
			['response_format', { input: 'Hi', response_format: 'ogg' }],
			['speed', { input: 'Hi', speed: 0.2 }],
			['speed', { input: 'Hi', speed: 4.1 }],
			['streaming', { input: 'Hi', streaming: 'true' }],
			['temperature', { input: 'Hi', temperature: 2.5 }],
			['top_p', { input: 'Hi', top_p: 1.5 }],
			['voice', { input: 'Hi', voice: 'a'.repeat(513) }],
			['voice', { input: 'Hi', voice: 'Alba' }],
			['voice', { input: 'Hi', voice: 'vv_12' }],
			['voice', { input: 'Hi', model: 'tts-expressive' }],
			['voice', { ...clone, voice: 'voiceFromAProvider1' }],
			['response_format', { ...expressive, response_format: 'opus' }],
			['model', { input: 'Hi', model: 'text-basic' }],
		],
	],
	[
		'/audio/quote',
		{},
		[
			['model', {}],
			['model', { model: 'tts-basic' }],
			['duration_seconds', { model: 'music-basic', duration_seconds: 45 }],
			['duration_seconds', { model: 'lab/music-effects', duration_seconds: '23' }],
			['duration_seconds', { model: 'lab/music-effects', duration_seconds: '5s' }],
			['duration_seconds', { model: 'music-song', duration_seconds: 30 }],
			['character_count', { ...narration }],
			['character_count', { ...narration, character_count: 0 }],
			['prompt', { model: 'music-basic', prompt: 'A waltz' }],
		],
	],
	[
		'/audio/queue',
		WALTZ,
		[
			['prompt', { prompt: '' }],
			['prompt', { prompt: 'a'.repeat(501) }],
			['prompt', { model: 'music-song', prompt: 'Short', lyrics_prompt: 'La' }],
			['model', { model: 'music-none' }],
			['extra', { extra: 1 }],
			['lyrics_prompt', { model: 'music-song' }],
			['lyrics_prompt', { lyrics_prompt: 'La', lyrics_optimizer: true }],
			['lyrics_prompt', { ...narration, lyrics_prompt: 'La' }],
			['lyrics_prompt', { lyrics_prompt: 'a'.repeat(3001) }],
			['lyrics_optimizer', { model: 'music-song', lyrics_prompt: '', lyrics_optimizer: true }],
			['duration_seconds', { duration_seconds: 31 }],
			['duration_seconds', { ...narration, duration_seconds: 30 }],
			['force_instrumental', { ...narration, force_instrumental: true }],
			['loop', { loop: true }],
			['voice', { voice: 'Ada' }],
			['voice', { ...narration, voice: 'ada' }],
			['language_code', { language_code: 'de' }],
			['speed', { speed: 1 }],
			['speed', { ...narration, speed: 2.5 }],
			['speed', { ...narration, speed: 5 }],
		],
	],
])('POST %s refuses', (path, start, rows) => {
	it.each(rows)('a body is refused with 400 that names %s: %j', async (field, body) => {
		await local.refuses(path, field, { body: { ...start, ...body } });
	});
});

const WAV = toWav(toneFor('Hello', 2, 8000));
const wav = part(WAV, 'note.wav', 'audio/wav');
const mp3 = part(silentMp3(6), 'me.mp3', 'audio/mpeg');
const flac = part('fLaC and more', 'me.flac', 'audio/flac');
type Form = NonNullable<CallOptions['form']>;

describe.each<[path: string, rows: Array<[field: string, form: Form]>]>([
	[
		'/audio/transcriptions',
		[
			['file', {}],
			['file', { file: WAV.toString('base64') }],
			['file', { file: [wav, wav] }],
			['file', { file: part('plain text', 'note.txt', 'text/plain') }],
			['model', { file: wav, model: 'tts-basic' }],
			['response_format', { file: wav, response_format: 'srt' }],
			['timestamps', { file: wav, timestamps: 'yes' }],
			['extra', { file: wav, extra: '1' }],
		],
	],
	[
		'/audio/voices',
		[
			['file', {}],
			['file', { file: 'text' }],
			['file', { file: part('text', 'me.txt', 'text/plain') }],
			['file', { file: flac, model: 'tts-persistent' }],
			['model', { file: mp3, model: 'tts-basic' }],
			['model', { file: mp3, model: 'text-basic' }],
		],
	],
])('POST %s refuses a form', (path, rows) => {
	it.each(rows)('a form is refused with 400 that names %s', async (field, form) => {
		await local.refuses(path, field, { form });
	});
});

const recording = (bytes: Buffer): CallOptions => ({
	form: { file: part(bytes, 'note.mp3', 'audio/mpeg') },
});
const silence = toWav({ samples: new Int16Array(800), sampleRate: 8000 });
const unheard = { code: 'ASR_UPSTREAM_VALIDATION_FAILED' };
const TEXT = { 'content-type': 'text/plain' };
const again = { error: expect.any(String), suggested_prompt: expect.any(String) };
const refusedPrompt = { ...WALTZ, prompt: 'Something [refused]' };
const LISTEN = '/audio/transcriptions';

it.each<[what: string, path: string, asked: CallOptions, status: number, answer: object]>([
	['text in place of JSON', '/audio/speech', { body: 'input=Hi', headers: TEXT }, 415, {}],
	['JSON in place of a form', LISTEN, { body: { file: 'a' } }, 415, {}],
	['a prompt against the policy', '/audio/queue', { body: refusedPrompt }, 422, again],
	['an empty recording', LISTEN, recording(Buffer.alloc(0)), 422, unheard],
	['silence', LISTEN, recording(silence), 422, unheard],
	[
		'more than 25 MB',
		LISTEN,
		recording(Buffer.alloc(25 * 1024 * 1024 + 1, 1)),
		413,
		{ code: 'PAYLOAD_TOO_LARGE' },
	],
	[
		'a voice of another name, and lists those there are',
		'/audio/speech',
		{ body: { ...clone, voice: 'alba' } },
		400,
		{ error: expect.stringContaining('hazel, ivo') },
	],
])('refuses %s', async (_what, path, asked, status, answer) => {
	await local.answers(path, asked, status, answer);
});
