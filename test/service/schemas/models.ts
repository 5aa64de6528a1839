import { z } from 'zod';

const TYPES = [
	'asr',
	'embedding',
	'image',
	'inpaint',
	'music',
	'text',
	'tts',
	'upscale',
	'video',
] as const;

export const modelsQuery = z.object({
	type: z.enum([...TYPES, 'all', 'code', 'decision']).default('text'),
});

/** Names exist for one type at a time. */
export const modelNamesQuery = z.object({ type: z.enum(TYPES).default('text') });

export const modelPath = z.object({ id: z.string() });
