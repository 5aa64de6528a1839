import type { INodeExecutionData } from 'n8n-workflow';

import { InferenceVideo } from '../../../nodes/InferenceVideo/InferenceVideo.node';
import { listed, typed } from '../../coverage/given';
import { picture } from '../../service/media/picture';
import { withService } from '../withService';

const world = withService();
const queueVideo = world.runner(new InferenceVideo(), { resource: 'video', operation: 'queue' });
const sent = () => world.service.requests('/video/queue').map(({ body }) => body as object);

const file = (mimeType: string, bytes: Buffer) => ({ mimeType, data: bytes.toString('base64') });
const photo = file('image/png', picture('png', { width: 300, height: 300 }, 'start'));
const report = file('application/pdf', Buffer.from('%PDF-1.7'));
const carrying = (binary: INodeExecutionData['binary']) => ({ items: [{ json: {}, binary }] });
const asked = { prompt: 'A paper boat', duration: listed('5s') };
const url = (usedAs: string) => ({
	usedAs,
	fileSource: 'url',
	fileUrl: 'https://example.com/a.png',
});
const start = { image_url: expect.stringMatching(/^data:image\/png;base64,/) };

it.each<[string, object, INodeExecutionData['binary'], object]>([
	['the default model', {}, { photo, report }, { model: 'video-image', ...start }],
	['a model that starts from one', { model: typed('video-image') }, { photo }, start],
	['Binary Field', { startImage: 'binary', inputBinaryField: 'b' }, { a: report, b: photo }, start],
	[
		'URL',
		{ startImage: 'url', fileUrl: 'https://example.com/a.png' },
		{ photo },
		{ image_url: 'https://example.com/a.png' },
	],
])('the video starts with the picture: %s', async (_what, parameters, binary, body) => {
	const { error } = await queueVideo({ ...asked, ...parameters }, carrying(binary));
	expect(error).toBeUndefined();
	expect(sent()).toMatchObject([body]);
});

it.each<[string, object, INodeExecutionData['binary']]>([
	['the item has no picture', {}, { report }],
	['the item has no file', {}, undefined],
	['the model makes videos from text', { model: typed('video-basic') }, { photo }],
	['Start Image is None', { startImage: 'none' }, { photo, other: photo }],
])(
	'the video is made from text, and the run does not fail, where %s',
	async (_what, parameters, binary) => {
		const { error } = await queueVideo({ ...asked, ...parameters }, carrying(binary));
		expect(error).toBeUndefined();
		expect(sent()).toEqual([expect.not.objectContaining({ image_url: expect.anything() })]);
		expect(sent()).toMatchObject([{ model: 'video-basic' }]);
	},
);

it('a listed file decides alone', async () => {
	const media = { medium: [url('reference_image_urls')] };
	const { error } = await queueVideo(
		{ ...asked, model: typed('video-consent'), options: { media } },
		carrying({ photo }),
	);
	expect(error).toBeUndefined();
	expect(sent()[0]).not.toHaveProperty('image_url');
});

it.each([
	['the default model', {}],
	['a model that starts from one', { model: typed('video-image') }],
])('several pictures are refused, and nothing is charged: %s', async (_what, parameters) => {
	const { error } = await queueVideo(
		{ ...asked, ...parameters },
		carrying({ photo, other: photo }),
	);
	expect(error?.message).toBe('The item has 2 images, and a video starts with one');
	expect(error?.description).toContain('enter one of "photo", "other"');
	expect(sent()).toEqual([]);
});

it('a First Image beside a Start Image is refused', async () => {
	const media = { medium: [url('image_url')] };
	const { error } = await queueVideo(
		{ ...asked, startImage: 'binary', inputBinaryField: 'photo', options: { media } },
		carrying({ photo }),
	);
	expect(error?.message).toMatch(
		/^Only one First Image is allowed, but both Start Image and File 1 are used as one/,
	);
	expect(sent()).toEqual([]);
});
