import { z } from 'zod';
import { admitPaid, readJson, type Route } from '../../call';
import { modelHeaders } from '../../headers';
import { moderationHeaders } from '../../images/moderation';
import { chargeUnits, line, priceAt } from '../../images/pay';
import { PICTURE_TYPES } from '../../media/picture';
import { defaultModelOf, modelsOf } from '../../models/catalogue';

const sizes = ['auto', '256x256', '512x512', '1024x1024'] as const;
const wide = ['1536x1024', '1024x1536', '1792x1024', '1024x1792'] as const;
const request = z
	.object({
		prompt: z.string().min(1).max(1500),
		model: z.string().default('default'),
		n: z.number().int().min(1).max(1).nullish(),
		size: z.enum([...sizes, ...wide]).nullish(),
		output_format: z.enum(['jpeg', 'png', 'webp']).default('png'),
		response_format: z.enum(['b64_json', 'url']).nullish(),
		moderation: z.enum(['low', 'auto']).nullish(),
		// Taken without effect.
		background: z.enum(['transparent', 'opaque', 'auto']).nullish(),
		output_compression: z.number().int().min(0).max(100).nullish(),
		quality: z.enum(['auto', 'high', 'medium', 'low', 'hd', 'standard']).nullish(),
		style: z.enum(['vivid', 'natural']).nullish(),
		user: z.string().optional(),
	})
	.strict();

/** A picture in the form of other services; a model that is not known becomes the default one. */
export const generateConventional: Route = {
	method: 'POST',
	path: '/images/generations',
	access: 'inference',
	handle(call) {
		const { prompt, size, output_format: format, ...asked } = readJson(call, request);
		const named = modelsOf('image').find(({ record }) => record.id === asked.model);
		const model = named ?? defaultModelOf('image');
		const { record } = model;
		admitPaid(call, 'image', record.id);
		const [width = 1024, height = 1024] = (size ?? '')
			.split('x')
			.flatMap((side) => Number(side) || []);
		const { namePrefix, studio } = call.world;
		const data = studio.picture(format, { width, height }, prompt).toString('base64');
		const price = priceAt(record, 'generation') ?? priceAt(record, 'resolutions', '1K') ?? 0;
		chargeUnits(call, [line(record.id, 'image', 1, price)], 'image');
		const picture =
			asked.response_format === 'url'
				? { url: `data:${PICTURE_TYPES[format]};base64,${data}` }
				: { b64_json: data };
		return {
			headers: {
				...modelHeaders(namePrefix, model),
				...moderationHeaders(namePrefix, prompt, asked.moderation !== 'low'),
			},
			payload: { json: { created: 1_767_225_600, data: [picture] }, compress: true },
		};
	},
};
