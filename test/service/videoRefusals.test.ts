import { type Body, localService, type Row } from './underTest';

const local = localService({ limits: { videoQueue: 500 } });

const LINK = 'https://example.com/a.png';
const links = (count: number) => Array.from({ length: count }, () => LINK);
const scenes = { model: 'lab/video-scenes' };
const upscale = { model: 'video-upscale', video_url: LINK, prompt: undefined, duration: undefined };
const SEA = { model: 'video-basic', prompt: 'A calm sea', duration: '5s' };

describe.each<[path: string, start: Body, rows: Row[]]>([
	[
		'/video/queue',
		SEA,
		[
			['model', { model: 'video-none' }],
			['model', { model: 'image-basic' }],
			['prompt', { prompt: undefined }],
			['prompt', { prompt: '' }],
			['prompt', { prompt: 'a'.repeat(2501) }],
			['prompt', { model: 'video-private', prompt: 'a'.repeat(5001) }],
			['negative_prompt', { negative_prompt: 'a'.repeat(2501) }],
			['negative_prompt', { ...scenes, negative_prompt: 'fog' }],
			['duration', { duration: undefined }],
			['duration', { duration: 5 }],
			['duration', { duration: '31s' }],
			['duration', { duration: '17s' }],
			['duration', { duration: '15s' }],
			['aspect_ratio', { aspect_ratio: '1:2' }],
			['aspect_ratio', { aspect_ratio: '1:1' }],
			['aspect_ratio', { model: 'video-image', image_url: LINK, aspect_ratio: '16:9' }],
			['resolution', { resolution: '2k' }],
			['resolution', { resolution: '480p' }],
			['audio', { model: 'video-image', image_url: LINK, audio: true }],
			['audio', { audio: 'true' }],
			['image_url', { image_url: LINK }],
			['image_url', { model: 'video-image' }],
			['image_url', { model: 'video-image', image_url: 'ftp://example.com/a' }],
			['elements', { ...scenes, elements: Array.from({ length: 5 }, () => ({})) }],
			['elements', { ...scenes, elements: [{ reference_image_urls: links(4) }] }],
			['scene_image_urls', { ...scenes, scene_image_urls: links(5) }],
			['reference_image_urls', { ...scenes, reference_image_urls: links(31) }],
			['reference_video_urls', { ...scenes, reference_video_urls: links(11) }],
			['reference_audio_urls', { ...scenes, reference_audio_urls: links(1) }],
			['reference_document_urls', { ...scenes, reference_document_urls: links(2) }],
			['reference_document_urls', { reference_document_urls: links(1) }],
			['keyframes', { ...scenes, keyframes: Array(11).fill({ frame_index: 0, image_url: LINK }) }],
			['keyframes', { ...scenes, keyframes: [{ frame_index: -1, image_url: LINK }] }],
			['keyframes', { ...scenes, keyframes: [{ image_url: LINK }] }],
			['omni_reference_task_type', { ...scenes, omni_reference_task_type: 'copy' }],
			['prompt', { ...scenes, prompt: 'a'.repeat(20_001) }],
			['upscale_factor', { upscale_factor: 2 }],
			['upscale_factor', { ...upscale, upscale_factor: 3 }],
			['prompt', { ...upscale, prompt: 'Sharper' }],
			['resolution', { ...upscale, resolution: '720p' }],
			['video_url', { ...upscale, video_url: undefined }],
		],
	],
	[
		'/video/quote',
		{},
		[
			['duration', { model: 'video-basic' }],
			['resolution', { ...scenes, duration: '5s' }],
			['aspect_ratio', { model: 'video-private', duration: '5s' }],
			['video_url', { model: 'video-upscale' }],
			['resolution', { model: 'video-basic', duration: '5s', resolution: '480p' }],
			[
				'reference_video_total_duration',
				{ model: 'video-basic', duration: '5s', reference_video_total_duration: 76 },
			],
		],
	],
	[
		'/video/transcriptions',
		{},
		[
			['url', {}],
			['url', { url: 'a film' }],
			['url', { url: 'data:video/mp4;base64,AA' }],
			['response_format', { url: LINK, response_format: 'srt' }],
			['language', { url: LINK, language: 'de' }],
		],
	],
])('POST %s refuses', (path, start, rows) => {
	it.each(rows)('a body is refused with 400 that names %s: %j', async (field, body) => {
		await local.refuses(path, field, { body: { ...start, ...body } });
	});
});

const again = { suggested_prompt: expect.any(String) };
const regional = { ...SEA, model: 'video-regional' };
const large = `data:image/png;base64,${'A'.repeat(36 * 1024 * 1024)}`;
const FACE = 'https://example.com/face.png';
const consenting = { ...SEA, model: 'video-consent', image_url: FACE };

it.each<[what: string, path: string, body: Body, status: number, answer: object]>([
	['a prompt against the policy', '/video/queue', { ...SEA, prompt: '[refused]' }, 422, again],
	['a model of another region', '/video/queue', regional, 403, {}],
	['a quote in another region', '/video/quote', regional, 403, {}],
	['more than 35 MB', '/video/queue', { model: 'video-image', image_url: large }, 413, {}],
	[
		'a face without a consent',
		'/video/queue',
		{ ...consenting, reference_video_urls: [FACE] },
		409,
		{
			error: { code: 'needs_consent', message: expect.any(String) },
			consent_flow: expect.any(String),
			face_media_roles: ['image', 'reference_video'],
			consent: { consent_version: expect.any(String), policy_text: expect.any(String) },
			docs_url: expect.any(String),
		},
	],
])('refuses %s', async (_what, path, body, status, answer) => {
	await local.answers(path, { body }, status, answer);
});

const queue = (body: Body) => local.post('/video/queue', body);
const answers = {
	confirmed_terms_and_privacy: true,
	confirmed_legal_right: true,
	confirmed_screening_acknowledged: true,
};

it('lets the same media pass for good after a consent', async () => {
	const { json } = await queue(consenting);
	const { consent_flow: flow } = json as { consent_flow: string };
	const given = { ...consenting, consents: { [flow]: answers } };
	expect((await queue(given)).status).toBe(200);
	expect((await queue(consenting)).status).toBe(200);
	for (const change of [{ confirmed_legal_right: false }, { consent_version: '1' }]) {
		const consents = { [flow]: { ...answers, ...change } };
		expect((await queue({ ...consenting, consents })).status).toBe(400);
	}
});

it('refuses Auto as the duration of an upscale, though the record lists it', async () => {
	const asked = { body: { ...upscale, duration: 'Auto' } };
	await local.answers('/video/queue', asked, 400, { error: 'duration must be a positive number' });
});
