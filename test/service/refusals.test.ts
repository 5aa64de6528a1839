import { call, chat, part, type CallOptions } from './client';
import { silentMp3 } from './media/mp3';
import { picture } from './media/picture';
import { toneFor } from './media/tone';
import { toWav } from './media/wav';
import { startService } from './service';
import { type Body, localService } from './underTest';

const local = localService({ limits: { audio: 500, image: 500, videoQueue: 500 } });

type Query = NonNullable<CallOptions['query']>;
type Form = NonNullable<CallOptions['form']>;

const WAV = toWav(toneFor('Hello', 2, 8000));
const wav = part(WAV, 'note.wav', 'audio/wav');
const mp3 = part(silentMp3(6), 'me.mp3', 'audio/mpeg');
const note = part('# A note', 'note.md', 'text/markdown');

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
			['file', { file: part('fLaC', 'me.flac', 'audio/flac'), model: 'tts-persistent' }],
			['model', { file: mp3, model: 'tts-basic' }],
			['model', { file: mp3, model: 'text-basic' }],
		],
	],
	[
		'/augment/text-parser',
		[
			['file', {}],
			['file', { file: 'text' }],
			['file', { file: part('', 'empty.txt') }],
			['file', { file: part('%PDF-1.7 scanned', 'scan.pdf', 'application/pdf') }],
			['file', { file: part(Buffer.from([0, 1, 2]), 'a.bin') }],
			['response_format', { file: note, response_format: 'html' }],
		],
	],
])('POST %s', (path, rows) => {
	it.each(rows)('refuses a form with 400 that names %s: %#', async (field, form) => {
		await local.refuses(path, field, { form });
	});
});

describe.each<[path: string, rows: Array<[field: string, query: Query]>]>([
	[
		'/characters',
		[
			['limit', { limit: '0' }],
			['limit', { limit: '101' }],
			['offset', { offset: '-1' }],
			['search', { search: 'a'.repeat(201) }],
			['tags', { tags: Array.from({ length: 21 }, () => 'a').join(',') }],
			['isAdult', { isAdult: '1' }],
			['sortBy', { sortBy: 'name' }],
			['sortOrder', { sortOrder: 'up' }],
		],
	],
	[
		'/billing/usage-analytics',
		[
			['lookback', { lookback: '91d' }],
			['lookback', { lookback: '0d' }],
			['lookback', { lookback: '7' }],
			['lookback', { lookback: '7d', startDate: '2026-08-01', endDate: '2026-08-02' }],
			['startDate', { startDate: '2026-8-1', endDate: '2026-08-02' }],
			['startDate', { endDate: '2026-08-02' }],
			['endDate', { startDate: '2026-08-01' }],
			['endDate', { startDate: '2026-08-02', endDate: '2026-08-01' }],
		],
	],
])('GET %s', (path, rows) => {
	it.each(rows)('refuses a query with 400 that names %s: %j', async (field, query) => {
		await local.refuses(path, field, { query });
	});
});

const draw = (width: number, height: number) => picture('png', { width, height }, 'input');
const image = draw(320, 240).toString('base64');
const code = (name: string) => ({ code: name });
const [small, large, broken] = [draw(255, 256), draw(5761, 5760), Buffer.from('GIF89a')];
const inForm = (bytes: Buffer) => ({
	form: { prompt: 'Add', image: part(bytes, 'boat.png', 'image/png') },
});
const inJson = (bytes: Buffer) => ({ body: { prompt: 'Add', image: bytes.toString('base64') } });
const recording = (bytes: Buffer) => ({ form: { file: part(bytes, 'note.mp3', 'audio/mpeg') } });
const silence = toWav({ samples: new Int16Array(800), sampleRate: 8000 });
const MB_25 = 25 * 1024 * 1024 + 1;
const TEXT = { 'content-type': 'text/plain' };
const boat = { model: 'image-basic', prompt: 'A boat' };
const SEA = { model: 'video-basic', prompt: 'A calm sea', duration: '5s' };
const FACE = 'https://example.com/face.png';
const consenting = { ...SEA, model: 'video-consent', image_url: FACE };
const several = { modelId: 'edit-basic', prompt: 'Blend' };
const again = { suggested_prompt: expect.any(String) };
const ahead = { upscale_factor: 2, model: 'video-upscale', video_url: FACE, duration: 'Auto' };
const nobody = { service_parameters: { character_slug: 'nobody' } };
const asks = (more: Body) => ({ body: chat('Hi', more) });
const [EDIT, MULTI, LISTEN] = ['/image/edit', '/image/multi-edit', '/audio/transcriptions'];
const REVIEWS = '/characters/night-gardener/reviews';
const noPicture = { image: Buffer.from('plain text').toString('base64') };

it.each<[path: string, asked: CallOptions, status: number, answer: object]>([
	['/chat/completions', asks({ model: 'nothing' }), 404, code('MODEL_NOT_FOUND')],
	['/chat/completions', asks({ model: 'tts-basic' }), 404, code('MODEL_NOT_FOUND')],
	['/chat/completions', asks({ model: 'text-offline' }), 503, code('MODEL_OFFLINE')],
	['/chat/completions', asks(nobody), 404, code('CHARACTER_NOT_FOUND')],
	['/chat/completions', asks({ model: 'text-basic:enable_web_search' }), 400, {}],
	['/chat/completions', asks({ model: 'text-basic:a=b' }), 400, {}],
	['/chat/completions', asks({ model: 'text-basic:enable_web_search=true' }), 400, {}],
	['/chat/completions', { body: '{}', headers: TEXT }, 415, code('INVALID_CONTENT_TYPE')],
	['/chat/completions', { body: '{"model":' }, 400, {}],
	[
		'/image/generate',
		{ body: { ...boat, model: 'lab/image-styled', style_references: [noPicture] } },
		400,
		code('CORRUPTED_IMAGE'),
	],
	['/image/generate', { body: { ...boat, model: 'image-none' } }, 404, {}],
	['/image/generate', { body: { ...boat, model: 'text-basic' } }, 404, {}],
	['/image/generate', { body: { ...boat, model: 'image-offline' } }, 503, code('MODEL_OFFLINE')],
	...[inJson, inForm].flatMap((sent): Array<[string, CallOptions, number, object]> => [
		[EDIT, sent(small), 400, code('IMAGE_TOO_SMALL')],
		[EDIT, sent(large), 400, code('IMAGE_TOO_LARGE')],
		[EDIT, sent(broken), 400, code('CORRUPTED_IMAGE')],
	]),
	[EDIT, inForm(Buffer.alloc(MB_25)), 413, code('PAYLOAD_TOO_LARGE')],
	[EDIT, { body: 'image', headers: TEXT }, 415, {}],
	[MULTI, { form: { ...several, images: image } }, 400, { details: { images: expect.anything() } }],
	[MULTI, { form: several }, 400, {}],
	['/image/upscale', inJson(draw(64, 64)), 400, code('IMAGE_TOO_SMALL')],
	['/image/upscale', { form: { image } }, 400, {}],
	['/image/styles', { key: 'wrong' }, 401, {}],
	...[{ prompt: '' }, { n: 2 }, { size: '1x1' }, { safe_mode: true }].map(
		(more): [string, CallOptions, number, object] => [
			'/images/generations',
			{ body: { prompt: 'A boat', ...more } },
			400,
			{},
		],
	),
	['/audio/speech', { body: 'input=Hi', headers: TEXT }, 415, {}],
	[
		'/audio/speech',
		{ body: { input: 'Hi', model: 'tts-cloning', voice: 'alba' } },
		400,
		{ error: expect.stringContaining('hazel, ivo') },
	],
	[LISTEN, { body: { file: 'a' } }, 415, {}],
	[LISTEN, recording(Buffer.alloc(0)), 422, code('ASR_UPSTREAM_VALIDATION_FAILED')],
	[LISTEN, recording(silence), 422, code('ASR_UPSTREAM_VALIDATION_FAILED')],
	[LISTEN, recording(Buffer.alloc(MB_25, 1)), 413, code('PAYLOAD_TOO_LARGE')],
	['/audio/queue', { body: { model: 'music-basic', prompt: 'A [refused]' } }, 422, again],
	['/video/queue', { body: { ...SEA, prompt: '[refused]' } }, 422, again],
	['/video/queue', { body: { ...SEA, model: 'video-regional' } }, 403, {}],
	['/video/quote', { body: { ...SEA, model: 'video-regional' } }, 403, {}],
	[
		'/video/queue',
		{ body: { model: 'video-image', image_url: `data:image/png;base64,${'A'.repeat(36 << 20)}` } },
		413,
		{},
	],
	['/video/queue', { body: ahead }, 400, { error: 'duration must be a positive number' }],
	[
		'/video/queue',
		{ body: { ...consenting, reference_video_urls: [FACE] } },
		409,
		{
			error: { code: 'needs_consent', message: expect.any(String) },
			consent_flow: expect.any(String),
			face_media_roles: ['image', 'reference_video'],
			consent: { consent_version: expect.any(String), policy_text: expect.any(String) },
			docs_url: expect.any(String),
		},
	],
	['/embeddings', { body: { model: 'text-basic', input: 'a' } }, 404, {}],
	// The branches of the union say why, and nothing else does.
	[
		'/embeddings',
		{ body: { model: 'embedding-fixed', input: 'a'.repeat(2052) } },
		400,
		{
			error: 'Invalid request parameters',
			issues: [
				{
					code: 'invalid_union',
					message: 'Invalid input',
					unionErrors: [
						{ issues: [{ message: 'Input text exceeds the maximum token limit of 512 tokens' }] },
					],
				},
			],
		},
	],
	['/characters', { key: null }, 401, {}],
	['/characters/nobody', {}, 404, code('CHARACTER_NOT_FOUND')],
	['/characters/nobody/reviews', {}, 404, code('CHARACTER_NOT_FOUND')],
	[REVIEWS, { query: { page: '0' } }, 400, {}],
	[REVIEWS, { query: { pageSize: '101' } }, 400, {}],
	['/models', { query: { type: 'audio' } }, 400, {}],
	['/models/nothing', {}, 404, code('MODEL_NOT_FOUND')],
	['/models/traits', { query: { type: 'all' } }, 400, {}],
	['/models/traits', { query: { type: 'code' } }, 400, {}],
	['/models/compatibility_mapping', { query: { type: 'audio' } }, 400, {}],
	['/billing/usage', {}, 410, {}],
])('%s is refused: %#', async (path, asked, status, answer) => {
	await local.answers(path, asked, status, answer);
});

it('lets the same media pass for good after a consent', async () => {
	const queue = (body: Body) => local.post('/video/queue', body);
	const { json } = await queue(consenting);
	const { consent_flow: flow } = json as { consent_flow: string };
	const answers = {
		confirmed_terms_and_privacy: true,
		confirmed_legal_right: true,
		confirmed_screening_acknowledged: true,
	};
	expect((await queue({ ...consenting, consents: { [flow]: answers } })).status).toBe(200);
	expect((await queue(consenting)).status).toBe(200);
	for (const change of [{ confirmed_legal_right: false }, { consent_version: '1' }]) {
		const consents = { [flow]: { ...answers, ...change } };
		expect((await queue({ ...consenting, consents })).status).toBe(400);
	}
});

it('finds a character by its slug, not by its ID', async () => {
	const { json } = await local.call('/characters/night-gardener');
	const { id } = (json as { data: { id: string } }).data;
	await local.answers(`/characters/${id}`, {}, 404, code('CHARACTER_NOT_FOUND'));
});

it('knows its own name prefix only', async () => {
	const other = await startService({ namePrefix: 'acme' });
	const to = (body: unknown) => call(other, '/chat/completions', { body });
	const right = { acme_parameters: { include_acme_system_prompt: false } };
	const reply = await to(chat('Hi', right));
	expect(reply.json).toMatchObject(right);
	expect(reply.headers).toMatchObject({ 'x-acme-version': '20260822.085102' });
	expect((await to(chat('Hi', { service_parameters: {} }))).status).toBe(400);
	const wrong = { acme_parameters: { include_service_system_prompt: false } };
	expect((await to(chat('Hi', wrong))).status).toBe(400);
	await other.close();
});
