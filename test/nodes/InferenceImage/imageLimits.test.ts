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
	['generate', styled, 'Style Reference 1', ANY],
];
const SIZES: Array<[number, number]> = [
	...([
		[1, 1],
		[64, 64],
		[128, 128],
		[257, 255],
		[256, 256],
	] as Array<[number, number]>),
	...([
		[7680, 4320],
		[7681, 4320],
		[8000, 8000],
	] as Array<[number, number]>),
];

it.each(
	LIMITS.flatMap(([operation, ...rest]) =>
		SIZES.map(([width, height]) => [operation, width, height, ...rest] as const),
	),
)(
	'a picture is refused only where its endpoint refuses it: %s, %d x %d',
	async (operation, width, height, extra, label, [min, max]) => {
		world.service.fault({ method: 'POST', path: /^\/image\//, status: 400, body: { error: 'x' } });
		const { error } = await world.run({
			node: new InferenceImage(),
			parameters: { resource: 'image', operation, ...extra },
			items: [
				{ json: {}, binary: { data: { data: sized(width, height), mimeType: 'image/png' } } },
			],
		});
		const pixels = width * height;
		const isTaken = pixels >= min && pixels <= max;
		const range = max === Infinity ? `at least ${min}` : `${min} to ${max}`;
		const sentence = `${label} must have ${range} pixels in all, but it has ${pixels}`;
		if (!isTaken) expect(error?.message).toBe(sentence);
		expect(world.service.journal.filter(({ method }) => method === 'POST')).toHaveLength(
			isTaken ? 1 : 0,
		);
	},
);

it.each([
	['edit-basic', 3],
	['edit-layers', 6],
])('Edit Multiple takes as many images as the record of %s says: %d', async (model, most) => {
	const edit = async (count: number) =>
		await world.run({
			node: new InferenceImage(),
			parameters: {
				...{ resource: 'image', operation: 'editMultiple', prompt: 'x', model: typed(model) },
				images: { image: [{ fileSource: 'all' }] },
			},
			items: [
				{
					json: {},
					binary: Object.fromEntries(
						Array.from({ length: count }, (_, index) => [
							`image_${index}`,
							{ data: sized(256, 256), mimeType: 'image/png' },
						]),
					),
				},
			],
		});
	const { error } = await edit(most + 1);
	expect(error?.message).toBe(
		`Images may have at most ${most} for the model ${model}, but ${most + 1} were given`,
	);
	expect(world.service.ledger).toEqual([]);
	expect((await edit(most)).error).toBeUndefined();
});

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
