import { z } from 'zod';
import { CURRENCIES } from '../usage/entry';

const cursor = z
	.string()
	.max(512)
	.regex(/^[A-Za-z0-9_-]+$/, 'A cursor has letters, digits, _ and - only');

const timestamp = z.string().max(40).datetime('Must be ISO 8601 in UTC, with a Z at its end');

const pageSize = z
	.string()
	.regex(/^\d+$/, 'Must be a whole number')
	.transform(Number)
	.pipe(z.number().int().min(10).max(1000));

/** The filters, without the rule between them. */
export const firstPageFields = z.object({
	currency: z.enum(CURRENCIES).optional(),
	startTimestamp: timestamp.optional(),
	endTimestamp: timestamp.optional(),
	pageSize: pageSize.default('1000'),
});

/** A first page: filters only. */
export const firstPageQuery = firstPageFields.superRefine(
	({ startTimestamp, endTimestamp }, context) => {
		if (startTimestamp === undefined || endTimestamp === undefined) return;
		if (Date.parse(endTimestamp) > Date.parse(startTimestamp)) return;
		context.addIssue({
			code: 'custom',
			path: ['endTimestamp'],
			message: 'Must be later than startTimestamp',
		});
	},
);

/** Any later page: the cursor, and nothing beside it. */
export const nextPageQuery = z.object({ cursor }).strict();
