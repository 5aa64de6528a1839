import { z } from 'zod';
import { anonymousUser } from './user';
import { filePart, formNumber } from './form';

const twoOrFour = z.number().refine((scale) => scale === 2 || scale === 4, 'Must be 2 or 4');
const closeness = z.number().nullish();

export const upscaleRequest = z.object({
	image: z.string().min(1),
	scale: twoOrFour.optional(),
	creativity: closeness,
});

export const upscaleForm = z.object({
	image: filePart,
	scale: formNumber.pipe(twoOrFour).optional(),
	creativity: formNumber.pipe(closeness).optional(),
});

export const backgroundRemoveRequest = z
	.object({
		image: z.string().min(1).optional(),
		image_url: z.string().url().optional(),
		anon_user_id: anonymousUser,
	})
	.strict();

export const backgroundRemoveForm = z
	.object({
		image: filePart.optional(),
		image_url: z.string().url().optional(),
		anon_user_id: anonymousUser,
	})
	.strict();
