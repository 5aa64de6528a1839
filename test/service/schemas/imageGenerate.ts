import { z } from 'zod';
import { anonymousUser } from './user';

const side = z.number().int().positive().max(1280).optional();

export const imageGenerateRequest = z
	.object({
		model: z.string().min(1),
		prompt: z.string().min(1).max(7500),
		negative_prompt: z.string().max(7500).optional(),
		width: side,
		height: side,
		aspect_ratio: z.string().optional(),
		resolution: z.string().optional(),
		steps: z.number().int().min(1).optional(),
		cfg_scale: z.number().positive().max(20).optional(),
		seed: z.number().int().min(-999_999_999).max(999_999_999).optional(),
		variants: z.number().int().min(1).max(4).optional(),
		format: z.enum(['jpeg', 'png', 'webp']).default('webp'),
		return_binary: z.boolean().default(false),
		safe_mode: z.boolean().default(true),
		quality: z.enum(['low', 'medium', 'high']).optional(),
		style_preset: z.string().optional(),
		style_references: z
			.array(
				z
					.object({ image: z.string().min(1), strength: z.number().min(0.1).max(1).optional() })
					.strict(),
			)
			.optional(),
		lora_strength: z.number().int().min(0).max(100).optional(),
		hide_watermark: z.boolean().optional(),
		embed_exif_metadata: z.boolean().optional(),
		enable_web_search: z.boolean().optional(),
		enhance_prompt: z.boolean().optional(),
		disable_prompt_optimization_thinking: z.boolean().optional(),
		inpaint: z.unknown(),
		anon_user_id: anonymousUser,
	})
	.strict();

export type ImageGenerateRequest = z.infer<typeof imageGenerateRequest>;
