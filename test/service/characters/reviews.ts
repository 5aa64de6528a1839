import type { Character } from './seeded';

const LOCALES = ['en', 'de', null];

/** One review per rating that a character has counted. */
export function reviewsOf({ id, slug, stats, createdAt }: Character) {
	const rating = stats.ratingCount ? stats.ratingSum / stats.ratingCount : 0;
	return Array.from({ length: stats.ratingCount }, (_, index) => ({
		id: `review-${slug}-${index}`,
		characterId: id,
		username: `reader-${index}`,
		userAvatarUrl: index % 2 ? null : `https://service.example/avatars/${index}.webp`,
		rating,
		message: index % 3 === 2 ? null : `Review ${index} of ${slug}`,
		locale: LOCALES[index % 3] ?? null,
		isOwner: index === 0,
		createdAt: new Date(Date.parse(createdAt) + index * 3_600_000).toISOString(),
	}));
}
