import { chat } from './client';
import { picture } from './media/picture';
import { type Body, localService, type Row } from './underTest';

const local = localService({ limits: { audio: 500, image: 500, videoQueue: 500 } });

const long = (characters: number) => 'a'.repeat(characters);
const image = picture('png', { width: 320, height: 240 }, 'input').toString('base64');
const images = (count: number) => Array.from({ length: count }, () => image);
const LINK = 'https://example.com/a.png';
const links = (count: number) => Array.from({ length: count }, () => LINK);
const styled = (...style_references: object[]) => ({ model: 'lab/image-styled', style_references });
const effects = { model: 'lab/music-effects' };
const song = { model: 'music-song' };
const narration = { model: 'music-narration' };
const scenes = { model: 'lab/video-scenes' };
const still = { model: 'video-image', image_url: LINK };
const upscale = { model: 'video-upscale', video_url: LINK, prompt: undefined, duration: undefined };
const frame = { frame_index: 0, image_url: LINK };

/** By path: a body that is taken, values that refuse one field of it, and changes that refuse a field through another. */
const REFUSED: Array<[path: string, start: Body, fields: Record<string, unknown[]>, more: Row[]]> =
	[
		[
			'/image/generate',
			{ model: 'image-basic', prompt: 'A boat' },
			{
				prompt: ['', long(7501), long(1501)],
				negative_prompt: [long(7501)],
				extra: [1],
				width: [0, 1288, 1001],
				height: [1001],
				steps: [51, 1.5],
				cfg_scale: [0, 20.5],
				seed: [1_000_000_000, -1_000_000_000],
				variants: [5, 0],
				format: ['jpg'],
				return_binary: ['true'],
				quality: ['best'],
				style_preset: ['Nothing like it'],
				lora_strength: [101],
				enable_web_search: ['on'],
				aspect_ratio: ['1:1'],
				resolution: ['1K'],
				style_references: [[{ image }]],
			},
			[
				['variants', { variants: 2, return_binary: true }],
				['width', { model: 'image-tiered', width: 1024 }],
				['aspect_ratio', { model: 'image-tiered', aspect_ratio: '4:5' }],
				['resolution', { model: 'image-tiered', resolution: '8K' }],
				['resolution', { model: 'image-ratio', resolution: '1K' }],
				['height', { model: 'image-ratio', height: 1024 }],
				['width', { model: 'lab/image-styled', width: 1000 }],
				['style_references', styled({ image, strength: 0.05 })],
				['style_references', styled({ image, strength: 1.1 })],
				['style_references', styled({ image, more: 1 })],
				['style_references', styled({ strength: 0.5 })],
				['style_references', styled({ image: 'no picture!' })],
				['style_references', styled({ image }, { image }, { image })],
			],
		],
		[
			'/image/edit',
			{ prompt: 'Add a sail', image },
			{
				prompt: ['', long(32_769)],
				image: ['', 'no base64!'],
				extra: [1],
				aspect_ratio: ['5:4', '21:9'],
				resolution: ['4K'],
				output_format: ['gif'],
				safe_mode: ['false'],
				model: ['image-basic', 'edit-none'],
				quality: ['low'],
			},
			[
				['prompt', { prompt: long(4001), model: 'edit-layers' }],
				['resolution', { resolution: long(11), model: 'edit-layers' }],
			],
		],
		[
			'/image/multi-edit',
			{ modelId: 'edit-layers', prompt: 'Blend', images: images(2) },
			{
				modelId: [undefined, 'edit-solo'],
				model: ['edit-layers'],
				images: [[], image, images(7)],
				quality: ['best'],
			},
			[
				['images', { modelId: 'edit-basic', images: images(4) }],
				['images', { modelId: 'lab/edit-unbounded', images: images(4) }],
				['images', { modelId: 'edit-one' }],
			],
		],
		[
			'/image/upscale',
			{ image },
			{ image: [undefined, LINK], scale: [3, 1, '2'], creativity: ['much'] },
			[],
		],
		[
			'/image/background-remove',
			{ image },
			{ image: [undefined, LINK], image_url: [LINK], model: ['edit-basic'] },
			[['image_url', { image: undefined, image_url: 'a.jpg' }]],
		],
		[
			'/audio/speech',
			{ input: 'Hi' },
			{
				input: [undefined, '', long(4097)],
				extra: [1],
				language: ['e', long(33)],
				prompt: [long(501)],
				response_format: ['ogg'],
				speed: [0.2, 4.1],
				streaming: ['true'],
				temperature: [2.5],
				top_p: [1.5],
				voice: [long(513), 'Alba', 'vv_12'],
				model: ['text-basic'],
			},
			[
				['voice', { model: 'tts-expressive' }],
				['voice', { model: 'tts-cloning', voice: 'voiceFromAProvider1' }],
				['response_format', { model: 'tts-expressive', voice: 'Ember', response_format: 'opus' }],
			],
		],
		[
			'/audio/quote',
			{ model: 'music-basic' },
			{ model: [undefined, 'tts-basic'], duration_seconds: [45], prompt: ['A waltz'] },
			[
				['duration_seconds', { ...effects, duration_seconds: '23' }],
				['duration_seconds', { ...effects, duration_seconds: '5s' }],
				['duration_seconds', { ...song, duration_seconds: 30 }],
				['character_count', { ...narration }],
				['character_count', { ...narration, character_count: 0 }],
			],
		],
		[
			'/audio/queue',
			{ model: 'music-basic', prompt: 'A slow waltz' },
			{
				prompt: ['', long(501)],
				model: ['music-none'],
				extra: [1],
				lyrics_prompt: [long(3001)],
				duration_seconds: [31],
				loop: [true],
				voice: ['Ada'],
				language_code: ['de'],
				speed: [1],
			},
			[
				['prompt', { ...song, prompt: 'Short', lyrics_prompt: 'La' }],
				['lyrics_prompt', song],
				['lyrics_prompt', { lyrics_prompt: 'La', lyrics_optimizer: true }],
				['lyrics_prompt', { ...narration, lyrics_prompt: 'La' }],
				['lyrics_optimizer', { ...song, lyrics_prompt: '', lyrics_optimizer: true }],
				['duration_seconds', { ...narration, duration_seconds: 30 }],
				['force_instrumental', { ...narration, force_instrumental: true }],
				['voice', { ...narration, voice: 'ada' }],
				['speed', { ...narration, speed: 2.5 }],
				['speed', { ...narration, speed: 5 }],
			],
		],
		[
			'/video/queue',
			{ model: 'video-basic', prompt: 'A calm sea', duration: '5s' },
			{
				model: ['video-none', 'image-basic'],
				prompt: [undefined, '', long(2501)],
				negative_prompt: [long(2501)],
				duration: [undefined, 5, '31s', '17s', '15s'],
				aspect_ratio: ['1:2', '1:1'],
				resolution: ['2k', '480p'],
				audio: ['true'],
				image_url: [LINK],
				reference_document_urls: [links(1)],
				upscale_factor: [2],
			},
			[
				['prompt', { model: 'video-private', prompt: long(5001) }],
				['negative_prompt', { ...scenes, negative_prompt: 'fog' }],
				['aspect_ratio', { ...still, aspect_ratio: '16:9' }],
				['audio', { ...still, audio: true }],
				['image_url', { ...still, image_url: undefined }],
				['image_url', { ...still, image_url: 'ftp://example.com/a' }],
				['elements', { ...scenes, elements: Array.from({ length: 5 }, () => ({})) }],
				['elements', { ...scenes, elements: [{ reference_image_urls: links(4) }] }],
				['scene_image_urls', { ...scenes, scene_image_urls: links(5) }],
				['reference_image_urls', { ...scenes, reference_image_urls: links(31) }],
				['reference_video_urls', { ...scenes, reference_video_urls: links(11) }],
				['reference_audio_urls', { ...scenes, reference_audio_urls: links(1) }],
				['reference_document_urls', { ...scenes, reference_document_urls: links(2) }],
				['keyframes', { ...scenes, keyframes: Array(11).fill(frame) }],
				['keyframes', { ...scenes, keyframes: [{ ...frame, frame_index: -1 }] }],
				['keyframes', { ...scenes, keyframes: [{ image_url: LINK }] }],
				['omni_reference_task_type', { ...scenes, omni_reference_task_type: 'copy' }],
				['prompt', { ...scenes, prompt: long(20_001) }],
				['upscale_factor', { ...upscale, upscale_factor: 3 }],
				['prompt', { ...upscale, prompt: 'Sharper' }],
				['resolution', { ...upscale, resolution: '720p' }],
				['video_url', { ...upscale, video_url: undefined }],
			],
		],
		[
			'/video/quote',
			{ model: 'video-basic', duration: '5s' },
			{ duration: [undefined], resolution: ['480p'], reference_video_total_duration: [76] },
			[
				['resolution', scenes],
				['aspect_ratio', { model: 'video-private' }],
				['video_url', { model: 'video-upscale', duration: undefined }],
			],
		],
		[
			'/video/transcriptions',
			{ url: LINK },
			{
				url: [undefined, 'a film', 'data:video/mp4;base64,AA'],
				response_format: ['srt'],
				language: ['de'],
			},
			[],
		],
		[
			'/embeddings',
			{ model: 'embedding-basic', input: 'a' },
			{
				input: [undefined, '', [], [1, 2], [[1, 2]], Array.from({ length: 2049 }, () => 'a')],
				dimensions: [0, 257],
				encoding_format: ['hex'],
				extra: [1],
			},
			[['dimensions', { dimensions: 64, model: 'embedding-fixed' }]],
		],
		[
			'/augment/search',
			{ query: 'a' },
			{ query: [undefined, '', long(401)], limit: [0, 21], search_provider: ['other'] },
			[],
		],
		[
			'/augment/scrape',
			{ url: 'https://example.com' },
			{ url: [undefined, 'a page', 'ftp://example.com', 'https://www.social.example/a'] },
			[],
		],
	];

const single = (fields: Record<string, unknown[]>): Row[] =>
	Object.entries(fields).flatMap(([field, values]) =>
		values.map((value): Row => [field, { [field]: value }]),
	);

describe.each(REFUSED)('POST %s', (path, start, fields, more) => {
	it('takes a body that is right', async () => {
		const { status } = await local.call(path, { body: start });
		expect(status).toBe(200);
	});

	it.each([...single(fields), ...more])(
		'refuses a body with 400 that names %s: %#',
		async (field, change) => {
			await local.refuses(path, field, { body: { ...start, ...change } });
		},
	);
});

const PICTURE = { type: 'image_url', image_url: { url: LINK } };
const tool = { type: 'function', function: { name: 'weather' } };
const heard = (input_audio: object) => chat([{ type: 'input_audio', input_audio }]);
const turn = (...messages: object[]) => ({ messages });

describe('POST /chat/completions', () => {
	it.each<Row>([
		...single({
			model: [undefined],
			messages: [undefined, []],
			extra: [1],
			temperature: [2.1, '1'],
			min_temp: [-0.1],
			top_p: [1.01],
			min_p: [-1],
			top_k: [1.5],
			frequency_penalty: [3],
			presence_penalty: [-3],
			repetition_penalty: [-1],
			seed: [0],
			stop: [[], ['a', 'b', 'c', 'd', 'e']],
			max_completion_tokens: [1.5],
			prompt_cache_retention: ['1h'],
			fallbacks: [Array(11).fill({ model: 'a' })],
			metadata: [{ a: 1 }],
			verbosity: ['loud'],
			reasoning_effort: ['huge'],
			response_format: [{ type: 'json' }, { type: 'text', more: 1 }],
			tools: [[{ type: 'function' }]],
			service_parameters: [{ enable_web_search: true }, { unknown_switch: true }],
		}),
		['tool_choice', { tools: [tool], tool_choice: 'maybe' }],
		['tool_choice', { tools: [tool], tool_choice: { ...tool, function: { name: 'x' } } }],
		['messages', chat([{ type: 'text', text: '' }])],
		['messages', chat([{ type: 'picture' }])],
		['messages', chat([{ type: 'image_url', image_url: { url: 'not a url' } }])],
		['messages', heard({ data: 'data:audio/wav;base64,AA' })],
		['messages', heard({ data: 'AAAA', format: 'wma' })],
		['messages', chat([{ type: 'file', file: {} }])],
		['messages', chat(null)],
		['messages', turn({ role: 'robot', content: 'Hi' })],
		['messages', turn({ role: 'system', content: [PICTURE] })],
		['messages', turn({ role: 'assistant', content: [PICTURE] })],
		['messages', turn({ role: 'assistant', content: null })],
		['messages', turn({ role: 'tool', content: 'Sunny' })],
		[
			'messages',
			turn({ role: 'tool', tool_call_id: 'a', content: [{ type: 'text', text: 'Hi' }] }),
		],
	])('refuses a body with 400 that names %s: %j', async (field, change) => {
		await local.refuses('/chat/completions', field, { body: { ...chat('Hi'), ...change } });
	});

	it.each<[words: string, body: Body]>([
		['images', chat([PICTURE])],
		['audio', heard({ data: 'AAAA' })],
		['videos', chat([{ type: 'video_url', video_url: { url: 'https://example.com/a.mp4' } }])],
		['function calling', { model: 'text-mini', tools: [tool] }],
		[
			'a response schema',
			{ model: 'text-mini', response_format: { type: 'json_schema', json_schema: {} } },
		],
		['a reasoning effort', { reasoning_effort: 'low' }],
		['not max', { model: 'text-reasoning', reasoning: { effort: 'max' } }],
		['log probabilities', { model: 'text-mini', logprobs: true }],
		['at most 4 parts', chat(Array(5).fill(PICTURE), { model: 'text-vision' })],
	])('refuses what its model lacks: %s', async (words, change) => {
		const asked = { body: { ...chat('Hi'), ...change } };
		await local.answers('/chat/completions', asked, 400, {
			error: expect.stringContaining(words),
		});
	});
});
