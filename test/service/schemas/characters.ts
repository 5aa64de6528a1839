import { z } from 'zod';
import { queryFlag, queryList, queryNumber } from './query';

export const charactersQuery = z.object({
	search: z.string().max(200).optional(),
	categories: queryList(100),
	tags: queryList(100),
	modelId: queryList(200),
	isAdult: queryFlag,
	isPro: queryFlag,
	isWebEnabled: queryFlag,
	sortBy: z
		.enum([
			'featured',
			'highestRating',
			'highlyRated',
			'highlyRatedAndRecent',
			'imports',
			'mostRecent',
			'ratingCount',
		])
		.optional(),
	sortOrder: z.enum(['asc', 'desc']).default('desc'),
	limit: queryNumber(1, 100).default('50'),
	offset: queryNumber(0).default('0'),
});

export type CharactersQuery = z.infer<typeof charactersQuery>;

export const reviewsQuery = z.object({
	page: queryNumber(1).default('1'),
	pageSize: queryNumber(1, 100).default('20'),
});

export const characterPath = z.object({ slug: z.string() });
