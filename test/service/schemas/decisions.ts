import { z } from 'zod';

const instructions = z.string().min(1);
const noul = z
	.object({
		type: z.literal('noul'),
		instructions,
		criteria: z
			.object({ true: z.string().optional(), false: z.string().optional() })
			.strict()
			.optional(),
	})
	.strict();
const choice = z
	.object({
		type: z.literal('choice'),
		instructions,
		criteria: z
			.record(z.string().min(1), z.string().nullable())
			.refine((options) => Object.keys(options).length >= 2, 'At least 2 options are needed'),
	})
	.strict();
const score = z
	.object({ type: z.literal('score'), instructions, criteria: z.array(z.string().min(1)).min(2) })
	.strict();

export const question = z.union([noul, choice, score]);

export type Question = z.infer<typeof question>;

export const decisionsRequest = z
	.object({
		model: z.string().min(1),
		state: z.union([z.string().min(1), z.array(z.unknown()), z.record(z.unknown())]),
		questions: z
			.record(z.string().min(1), question)
			.refine((questions) => Object.keys(questions).length > 0, 'At least 1 question is needed'),
	})
	.strict();
