import { z } from 'zod';

/** Tells end users apart: printable ASCII, without the sign that joins it to the account. */
export const anonymousUser = z
	.string()
	.min(1)
	.max(128)
	.regex(/^[ -~]+$/, 'Must be printable ASCII')
	.refine((id) => !id.includes('||'), 'Must not contain ||')
	.optional();
