import { z } from 'zod';

export const SPEECH_FORMATS = ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'] as const;
export type SpeechFormat = (typeof SPEECH_FORMATS)[number];

export const speechRequest = z
	.object({
		input: z.string().min(1).max(4096),
		language: z.string().min(2).max(32).optional(),
		model: z.string().optional(),
		prompt: z.string().max(500).optional(),
		response_format: z.enum(SPEECH_FORMATS).optional(),
		speed: z.number().min(0.25).max(4).default(1),
		streaming: z.boolean().default(false),
		temperature: z.number().min(0).max(2).optional(),
		top_p: z.number().min(0).max(1).optional(),
		voice: z.string().max(512).optional(),
	})
	.strict();

export type SpeechRequest = z.infer<typeof speechRequest>;
