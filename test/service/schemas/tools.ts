import { z } from 'zod';

const functionTool = z.object({
	type: z.string().optional(),
	id: z.string().optional(),
	function: z.object({
		name: z.string().min(1),
		description: z.string().optional(),
		parameters: z.record(z.unknown()).optional(),
		strict: z.boolean().optional(),
	}),
});

const builtInTool = z.object({ type: z.enum(['web_search', 'x_search']) });

export const tools = z.array(z.union([builtInTool, functionTool])).nullish();

export const toolChoice = z.union([
	z.enum(['auto', 'none', 'required']),
	z.object({ type: z.literal('function'), function: z.object({ name: z.string() }) }),
]);

export type FunctionTool = z.infer<typeof functionTool>;

export const responseFormat = z.discriminatedUnion('type', [
	z.object({ type: z.literal('json_schema'), json_schema: z.record(z.unknown()) }).strict(),
	z.object({ type: z.literal('json_object') }).strict(),
	z.object({ type: z.literal('text') }).strict(),
]);
