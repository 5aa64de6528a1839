import type { INodeParameters } from 'n8n-workflow';

import { InferenceImage } from '../../../nodes/InferenceImage/InferenceImage.node';
import { typed } from '../../coverage/given';
import { picture } from '../../service/media/picture';
import { withService } from '../withService';

const world = withService();
/** A picture that says in its header how large it is, which is all that is looked at before it is sent. */
function sized(width: number, height: number): string {
	const bytes = picture('png', { width: 16, height: 16 }, 'logo');
	bytes.writeUInt32BE(width, 16);
	bytes.writeUInt32BE(height, 20);
	return bytes.toString('base64');
}

const styled = {
	...{ model: typed('lab/image-styled'), prompt: 'x' },
	options: {
		styling: { styleReferences: { reference: [{ fileSource: 'binary', strength: 0.5 }] } },
	},
};
const ANY = [1, Infinity] as const;
/** How many pixels each endpoint takes (docs/maintainers/service.md#images). */
const LIMITS: Array<[string, INodeParameters, label: string, limits: readonly [number, number]]> = [
	['edit', { prompt: 'x' }, 'Image', [65_536, 33_177_600]],
	[
		'editMultiple',
		{ prompt: 'x', images: { image: [{ fileSource: 'binary' }] } },
		...(['Image 1', [65_536, 33_177_600]] as const),
	],
	['upscale', {}, 'Image', [65_536, Infinity]],
	['removeBackground', {}, 'Image', ANY],
	['generate', styled, 'Reference 1', ANY],
];
const SMALL = ['1x1', '257x255', '256x256'];
const LARGE = ['7680x4320', '7681x4320', '8000x8000'];

it.each(
	LIMITS.flatMap(([operation, ...rest]) =>
		[...SMALL, ...LARGE].map((size) => [operation, size, ...rest] as const),
	),
)(
	'a picture is refused only where its endpoint refuses it: %s, %s',
	async (operation, size, extra, label, [min, max]) => {
		const [width = 0, height = 0] = size.split('x').map(Number);
		const pixels = width * height;
		const isTaken = pixels >= min && pixels <= max;
		const refusal = { method: 'POST', path: /^\/image\//, status: 400, body: { error: 'x' } };
		if (isTaken) world.service.fault(refusal);
		const { error } = await world.run({
			node: new InferenceImage(),
			parameters: { resource: 'image', operation, ...extra },
			items: [
				{ json: {}, binary: { data: { data: sized(width, height), mimeType: 'image/png' } } },
			],
		});
		const range = max === Infinity ? `at least ${min}` : `${min} to ${max}`;
		const sentence = `${label} must have ${range} pixels in all, but it has ${pixels}`;
		if (!isTaken) expect(error?.message).toBe(sentence);
		expect(world.service.journal.filter(({ method }) => method === 'POST')).toHaveLength(
			isTaken ? 1 : 0,
		);
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
