import { z } from 'zod';

const amount = z.number().min(0).max(9_999_999_999).nullable().optional();
const limit = z.object({ usd: amount, diem: amount, vcu: amount });
const text = z.string().max(64);
const period = z.enum(['EPOCH', 'MONTH', 'LIFETIME']);
const privacy = z.enum(['ALL', 'PRIVATE_TEXT', 'PRIVATE_ONLY']);
const moment = z
	.string()
	.regex(
		/^$|^\d{4}-\d{2}-\d{2}$|^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/,
		'Must be YYYY-MM-DD, a UTC instant, or empty',
	)
	.refine((given) => given === '' || !Number.isNaN(Date.parse(given)), 'Is no date');

export const newKeyRequest = z
	.object({
		apiKeyType: z.enum(['INFERENCE', 'ADMIN']),
		description: text,
		consumptionLimit: limit.strict().optional(),
		limitPeriod: period.optional(),
		expiresAt: moment.optional(),
		modelPrivacy: privacy.optional(),
	})
	.strict();

export type NewKey = z.infer<typeof newKeyRequest>;

export const keyChangeRequest = z
	.object({
		id: z.string().min(1),
		description: text.optional(),
		consumptionLimit: limit.strict().optional(),
		limitPeriod: period.optional(),
		expiresAt: moment.nullable().optional(),
		modelPrivacy: privacy.optional(),
	})
	.strict();

export type KeyChange = z.infer<typeof keyChangeRequest>;

export const keyPath = z.object({ id: z.string() });

export const deleteKeyQuery = z.object({ id: z.string().min(1) }).strict();
