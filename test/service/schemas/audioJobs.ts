import { z } from 'zod';
import { filePart, formFlag, formNumber } from './form';

const seconds = z
	.union([z.number().int().positive(), z.string().regex(/^\d+$/, 'Must be a whole number')])
	.optional();

export const audioQuoteRequest = z
	.object({
		model: z.string().min(1),
		duration_seconds: seconds,
		character_count: z.number().int().positive().optional(),
	})
	.strict();

export const audioQueueRequest = z
	.object({
		model: z.string().min(1),
		prompt: z.string().min(1),
		lyrics_prompt: z.string().optional(),
		lyrics_optimizer: z.boolean().optional(),
		duration_seconds: seconds,
		force_instrumental: z.boolean().optional(),
		loop: z.boolean().optional(),
		voice: z.string().optional(),
		language_code: z.string().optional(),
		speed: z.number().min(0.25).max(4).optional(),
	})
	.strict();

export const conversionQuoteRequest = z
	.object({ model: z.string().min(1), duration_seconds: z.number().int().positive() })
	.strict();

const conversion = { model: z.string().min(1), voice: z.string().min(1).optional() };

export const conversionForm = z
	.object({
		...conversion,
		file: filePart,
		remove_background_noise: formFlag.optional(),
		seed: formNumber.pipe(z.number().int().nonnegative()).optional(),
	})
	.strict();

export type ConversionForm = z.infer<typeof conversionForm>;

export type AudioQueueRequest = z.infer<typeof audioQueueRequest>;

/** Of audio and video alike: both identifiers, always. */
export const retrieveRequest = z
	.object({
		model: z.string().min(1),
		queue_id: z.string().min(1),
		delete_media_on_completion: z.boolean().default(false),
	})
	.strict();

export const completeRequest = z
	.object({ model: z.string().min(1), queue_id: z.string().min(1) })
	.strict();
