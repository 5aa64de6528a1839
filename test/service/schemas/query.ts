import { z } from 'zod';

/** A whole number in a query. */
export const queryNumber = (least: number, most = Number.MAX_SAFE_INTEGER) =>
	z
		.string()
		.regex(/^\d+$/, 'Must be a whole number')
		.transform(Number)
		.pipe(z.number().int().min(least).max(most));

/** A list in a query: the parameter several times, or once with commas. */
export const queryList = (longest: number) =>
	z
		.union([z.string(), z.array(z.string())])
		.transform((given) => [given].flat().flatMap((text) => text.split(',')))
		.pipe(z.array(z.string().max(longest)).max(20))
		.optional();

export const queryFlag = z
	.enum(['true', 'false'])
	.transform((word) => word === 'true')
	.optional();
