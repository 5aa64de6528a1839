import { z } from 'zod';

export const attestationQuery = z
	.object({ model: z.string().min(1), nonce: z.string().regex(/^[0-9a-f]*$/) })
	.strict();
