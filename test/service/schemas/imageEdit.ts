import { z } from 'zod';
import { anonymousUser } from './user';
import { fileParts, filePart, formFlag } from './form';

export const EDIT_RATIOS = [
	'auto',
	'1:1',
	'3:2',
	'16:9',
	'21:9',
	'9:16',
	'2:3',
	'3:4',
	'4:5',
] as const;

/** What both edits share, apart from the flags, which are words in a form. */
const shared = {
	anon_user_id: anonymousUser,
	prompt: z.string().min(1).max(32_768),
	aspect_ratio: z.enum(EDIT_RATIOS).optional(),
	resolution: z.string().min(1).max(10).optional(),
	output_format: z
		.enum(['jpeg', 'png', 'webp', 'jpg'])
		.transform((format) => (format === 'jpg' ? 'jpeg' : format))
		.optional(),
};

const flags = {
	safe_mode: z.boolean().optional(),
	enhance_prompt: z.boolean().optional(),
	disable_prompt_optimization_thinking: z.boolean().optional(),
};

const formFlags = {
	safe_mode: formFlag.optional(),
	enhance_prompt: formFlag.optional(),
	disable_prompt_optimization_thinking: formFlag.optional(),
};

/** `modelId` is the older name of `model`. */
const single = { model: z.string().min(1).optional(), modelId: z.string().min(1).optional() };
const several = {
	modelId: z.string().min(1),
	quality: z.enum(['low', 'medium', 'high']).optional(),
};

export const imageEditRequest = z
	.object({ ...shared, ...flags, ...single, image: z.string().min(1) })
	.strict();

/** A form may also carry the picture as text. */
export const imageEditForm = z
	.object({ ...shared, ...formFlags, ...single, image: z.union([filePart, z.string().min(1)]) })
	.strict();

export const multiEditRequest = z
	.object({ ...shared, ...flags, ...several, images: z.array(z.string().min(1)).min(1) })
	.strict();

/** Files only, and open. */
export const multiEditForm = z.object({ ...shared, ...formFlags, ...several, images: fileParts });

export type ImageEditRequest = z.infer<typeof imageEditRequest> | z.infer<typeof imageEditForm>;
export type MultiEditRequest = z.infer<typeof multiEditRequest> | z.infer<typeof multiEditForm>;
