import { InferenceImage } from '../../../nodes/InferenceImage/InferenceImage.node';
import { typed } from '../../coverage/given';
import { picture } from '../../service/media/picture';
import { withService } from '../withService';

const world = withService();
const small = picture('png', { width: 128, height: 128 }, 'logo').toString('base64');
const item = { json: {}, binary: { data: { data: small, mimeType: 'image/png' } } };

it.each([
	['removeBackground', {}, undefined],
	['upscale', {}, /^Image must have at least 65536 pixels in all, but it has 16384/],
	['edit', { prompt: 'x' }, /^Image must have 65536 to 33177600 pixels in all, but it has 16384/],
	[
		'generate',
		{
			...{ model: typed('lab/image-styled'), prompt: 'x' },
			options: {
				styling: { styleReferences: { reference: [{ fileSource: 'binary', strength: 0.5 }] } },
			},
		},
		undefined,
	],
])(
	'a small picture is refused only where its endpoint refuses it: %s',
	async (operation, extra, sentence) => {
		const { error } = await world.run({
			node: new InferenceImage(),
			parameters: { resource: 'image', operation, ...extra },
			items: [item],
		});
		if (sentence === undefined) expect(error?.message ?? '').not.toContain('pixels');
		else expect(error?.message).toMatch(sentence);
	},
);

it.each([
	['a page', '<!doctype html><script>alert(1)</script>'],
	['a document', '%PDF-1.4 and what follows'],
	['an archive of a page', 'MIME-Version: 1.0\nContent-Type: multipart/related\n\n<html></html>'],
])('%s that is called a drawing is no picture', async (_what, body) => {
	world.service.fault({
		...{ path: '/image/generate', status: 200, body, contentType: 'image/svg+xml', times: 9 },
	});
	const { error } = await world.run({
		node: new InferenceImage(),
		parameters: {
			...{ resource: 'image', operation: 'generate' },
			...{ model: typed('image-basic'), prompt: 'x' },
		},
	});
	expect(error).toBeDefined();
});
