import { z } from 'zod';

/** Tokens in place of text are refused. */
export const embeddingsRequest = z
	.object({
		model: z.string().min(1),
		input: z.union([z.string().min(1), z.array(z.string()).min(1).max(2048)]),
		dimensions: z.number().int().min(1).optional(),
		encoding_format: z.enum(['float', 'base64']).default('float'),
		user: z.string().optional(),
	})
	.strict();
