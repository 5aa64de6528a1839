import { z } from 'zod';

export const modelsQuery = z.object({
	type: z
		.enum([
			'asr',
			'embedding',
			'image',
			'inpaint',
			'music',
			'text',
			'tts',
			'upscale',
			'video',
			'all',
			'code',
		])
		.default('text'),
});
