import { z } from 'zod';

const cacheControl = z
	.object({ type: z.literal('ephemeral'), ttl: z.string().optional() })
	.optional();

const text = z.object({
	type: z.literal('text'),
	text: z.string().min(1),
	cache_control: cacheControl,
});

const image = z.object({
	type: z.literal('image_url'),
	image_url: z.object({ url: z.string().url() }),
	cache_control: cacheControl,
});

export const AUDIO_FORMATS = [
	'wav',
	'mp3',
	'aiff',
	'aac',
	'ogg',
	'flac',
	'm4a',
	'pcm16',
	'pcm24',
] as const;

const audio = z.object({
	type: z.literal('input_audio'),
	input_audio: z.object({
		data: z.string().regex(/^[A-Za-z0-9+/]+={0,2}$/, 'Must be base64, without a data: prefix'),
		format: z.enum(AUDIO_FORMATS).default('wav'),
	}),
	cache_control: cacheControl,
});

const video = z.object({
	type: z.literal('video_url'),
	video_url: z.object({ url: z.string().url() }),
	cache_control: cacheControl,
});

const file = z.object({
	type: z.literal('file'),
	file: z.object({ file_data: z.string(), filename: z.string().optional() }),
	cache_control: cacheControl,
});

const userPart = z.discriminatedUnion('type', [text, image, audio, video, file]);
export type UserPart = z.infer<typeof userPart>;

const textContent = z.union([z.string(), z.array(text)]);
const name = z.string().nullish();
const toolCalls = z.array(z.unknown()).nullish();

const reasoningDetail = z
	.object({
		type: z.string(),
		id: z.string().nullish(),
		index: z.number().nullish(),
		format: z.string().nullish(),
		text: z.string().nullish(),
		data: z.string().nullish(),
	})
	.passthrough();

const assistant = z.object({
	role: z.literal('assistant'),
	content: textContent.nullish(),
	name,
	reasoning_content: z.string().nullish(),
	reasoning_details: z.array(reasoningDetail).optional(),
	thought_signature: z.string().nullish(),
	tool_calls: toolCalls,
});

const tool = z.object({
	role: z.literal('tool'),
	content: z.string(),
	tool_call_id: z.string().min(1),
	name,
	reasoning_content: z.string().nullish(),
	tool_calls: toolCalls,
});

const user = z.object({
	role: z.literal('user'),
	content: z.union([z.string(), z.array(userPart)]),
	name,
});
const system = z.object({ role: z.literal('system'), content: textContent, name });
const developer = z.object({ role: z.literal('developer'), content: textContent, name });

/** Only a user may send other parts than text; an assistant without content must have called a tool. */
export const messages = z
	.array(z.discriminatedUnion('role', [user, assistant, tool, system, developer]))
	.min(1)
	.superRefine((list, context) => {
		for (const [index, message] of list.entries()) {
			if (message.role !== 'assistant' || message.tool_calls?.length) continue;
			if (message.content !== null && message.content !== undefined) continue;
			context.addIssue({
				code: 'custom',
				path: [index, 'content'],
				message: 'An assistant message without content needs tool_calls',
			});
		}
	});

export type Message = z.infer<typeof messages>[number];
