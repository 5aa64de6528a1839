import { z } from 'zod';
import { filePart, formFlag } from './form';

export const transcriptionForm = z
	.object({
		file: filePart,
		model: z.string().min(1).optional(),
		response_format: z.enum(['json', 'text']).default('json'),
		timestamps: formFlag.optional(),
		language: z.string().optional(),
	})
	.strict();

export const voiceForm = z.object({ file: filePart, model: z.string().min(1).optional() });
