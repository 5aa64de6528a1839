import { z } from 'zod';
import { anonymousUser } from './user';
import { messages } from './messages';
import { switchesSchema } from './switches';
import { responseFormat, toolChoice, tools } from './tools';

const effort = z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']);
const verbosity = z.enum(['low', 'medium', 'high', 'auto']);
const fromZeroTo = (most: number) => z.number().min(0).max(most);
const penalty = z.number().min(-2).max(2);

const fields = {
	model: z.string().min(1),
	messages,
	frequency_penalty: penalty.optional(),
	presence_penalty: penalty.optional(),
	repetition_penalty: z.number().min(0).optional(),
	temperature: fromZeroTo(2).optional(),
	min_temp: fromZeroTo(2).optional(),
	max_temp: fromZeroTo(2).optional(),
	top_p: fromZeroTo(1).optional(),
	min_p: fromZeroTo(1).optional(),
	top_k: z.number().int().min(0).optional(),
	seed: z.number().int().positive().optional(),
	n: z.number().int().min(1).optional(),
	max_tokens: z.number().int().optional(),
	max_completion_tokens: z.number().int().optional(),
	stop: z.union([z.string(), z.array(z.string()).min(1).max(4)]).nullish(),
	stop_token_ids: z.array(z.number()).optional(),
	logprobs: z.boolean().optional(),
	top_logprobs: z.number().int().min(0).optional(),
	stream: z.boolean().optional(),
	stream_options: z.object({ include_usage: z.boolean().optional() }).optional(),
	reasoning: z
		.object({
			effort: effort.optional(),
			summary: z.enum(['auto', 'concise', 'detailed']).optional(),
			enabled: z.boolean().optional(),
		})
		.optional(),
	reasoning_effort: effort.optional(),
	response_format: responseFormat.optional(),
	tools,
	tool_choice: toolChoice.optional(),
	parallel_tool_calls: z.boolean().optional(),
	prompt_cache_key: z.string().optional(),
	prompt_cache_retention: z.enum(['default', 'extended', '24h']).optional(),
	fallbacks: z
		.array(z.object({ model: z.string() }))
		.max(10)
		.optional(),
	verbosity: verbosity.optional(),
	text: z.object({ verbosity: verbosity.optional() }).optional(),
	include: z.array(z.string()).optional(),
	metadata: z.record(z.string()).optional(),
	store: z.boolean().optional(),
	user: z.string().optional(),
	anon_user_id: anonymousUser,
};

const convention = z.object(fields);
export type ChatRequest = z.infer<typeof convention>;

/** The closed body of a chat request; the switches hang under the service's own word. */
export function chatSchema(word: string): z.AnyZodObject {
	return convention.extend({ [`${word}_parameters`]: switchesSchema(word).optional() }).strict();
}

/** A checked body in two halves: the common convention, and the switches as they were given. */
export function splitChat(body: Record<string, unknown>, word: string) {
	const given = switchesSchema(word).parse(body[`${word}_parameters`] ?? {});
	return { request: convention.parse(body), given };
}
