import { z } from 'zod';

const MOST_DAYS = 90;

const day = z
	.string()
	.regex(/^\d{4}-\d{2}-\d{2}$/, 'Must be YYYY-MM-DD')
	.refine((text) => !Number.isNaN(Date.parse(text)), 'Is no date');

/** The fields, without the rules between them. */
export const usageAnalyticsFields = z.object({
	lookback: z
		.string()
		.regex(/^[1-9]\d*d$/, 'Must be a number of days, such as 7d')
		.refine((text) => parseInt(text, 10) <= MOST_DAYS, `At most ${MOST_DAYS}d`)
		.optional(),
	startDate: day.optional(),
	endDate: day.optional(),
});

/** A look back, or both dates. */
export const usageAnalyticsQuery = usageAnalyticsFields.superRefine((query, context) => {
	const { lookback, startDate, endDate } = query;
	const refuse = (path: string, message: string) =>
		context.addIssue({ code: 'custom', path: [path], message });
	if (startDate !== undefined && endDate === undefined) refuse('endDate', 'Needed with startDate');
	if (endDate !== undefined && startDate === undefined) refuse('startDate', 'Needed with endDate');
	if (lookback !== undefined && startDate !== undefined) refuse('lookback', 'Not with dates');
	if (startDate === undefined || endDate === undefined) return;
	if (Date.parse(endDate) < Date.parse(startDate)) refuse('endDate', 'Is before startDate');
});
