import { z } from 'zod';
import { filePart } from './form';

/** The providers' names are part of the wire; the first keeps nothing. */
export const SEARCH_PROVIDERS = ['brave', 'google'] as const;

export const searchRequest = z.object({
	query: z.string().min(1).max(400),
	limit: z.number().int().min(1).max(20).default(10),
	search_provider: z.enum(SEARCH_PROVIDERS).optional(),
});

export const scrapeRequest = z.object({
	url: z
		.string()
		.url()
		.regex(/^https?:/i, 'Must be a public link'),
});

export const textParserForm = z.object({
	file: filePart,
	response_format: z.enum(['json', 'text']).default('json'),
});
