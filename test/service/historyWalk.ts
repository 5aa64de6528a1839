import { z } from 'zod';
import { call } from './client';
import type { LocalService } from './service';
import { CURRENCIES } from './usage/entry';

const tokens = z.number().int().min(0).nullable();

const entry = z
	.object({
		amount: z.number(),
		currency: z.enum(CURRENCIES),
		inferenceDetails: z
			.object({
				completionTokens: tokens,
				inferenceExecutionTime: tokens,
				promptTokens: tokens,
				requestId: z.string(),
			})
			.strict()
			.nullable(),
		notes: z.string(),
		pricePerUnitUsd: z.number(),
		sku: z.string(),
		timestamp: z.string().datetime().max(40),
		units: z.number(),
	})
	.strict();

/** A page, exactly as the specification has it. */
export const page = z
	.object({
		data: z.array(entry).max(1000),
		nextCursor: z
			.string()
			.max(512)
			.regex(/^[A-Za-z0-9_-]+$/)
			.nullable(),
	})
	.strict();

export type Page = z.infer<typeof page>;
export type Entry = z.infer<typeof entry>;

export const HISTORY = '/billing/usage-history';

export async function readPage(
	service: LocalService,
	query: Record<string, string>,
	key?: string,
): Promise<Page> {
	return page.parse((await call(service, HISTORY, { query, key })).json);
}

/** All pages of one walk; `between` runs after each page. */
export async function walk(
	service: LocalService,
	filters: Record<string, string>,
	between: () => void = () => undefined,
): Promise<Page[]> {
	const pages = [await readPage(service, filters)];
	for (let cursor = pages[0]?.nextCursor; cursor; cursor = pages.at(-1)?.nextCursor) {
		between();
		pages.push(await readPage(service, { cursor }));
	}
	return pages;
}

export function entriesOf(pages: Page[]): Entry[] {
	return pages.flatMap(({ data }) => data);
}

/** A line to record, charged at the given time. */
export function usageAt(timestamp: string, sku = 'late-line'): Entry {
	return {
		amount: -0.5,
		currency: 'USD',
		inferenceDetails: null,
		notes: '',
		pricePerUnitUsd: 0.5,
		sku,
		timestamp,
		units: 1,
	};
}
