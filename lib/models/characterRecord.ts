import { z } from 'zod';

import { having, isUnread, listOf, perhaps } from '../wire/readAs';

type Json = Record<string, unknown>;

/** A public character, as the service sends it. */
export const CHARACTER = having({ slug: z.string() });

const PARTS = having({
	slug: z.string(),
	name: perhaps(z.string()),
	description: perhaps(z.string()),
	modelId: perhaps(z.string()),
	tags: perhaps(listOf(z.string())),
	adult: perhaps(z.boolean()),
	webEnabled: perhaps(z.boolean()),
	shareUrl: perhaps(z.string()),
	stats: perhaps(having({ averageRating: perhaps(z.number()), ratingCount: perhaps(z.number()) })),
});

/** What a workflow mostly needs of a public character: its slug, what it is, its model and how it is rated. */
export function simplifiedCharacter(record: Json): Json {
	const parts = PARTS.parse({ slug: '', ...record });
	const { averageRating = null, ratingCount = null } = parts.stats ?? {};
	return {
		slug: parts.slug,
		name: parts.name ?? null,
		description: parts.description ?? null,
		modelId: parts.modelId ?? null,
		tags: (parts.tags ?? []).map((tag) => (isUnread(tag) ? JSON.stringify(tag.unread) : tag)),
		adult: parts.adult ?? null,
		webEnabled: parts.webEnabled ?? null,
		averageRating,
		ratingCount,
		shareUrl: parts.shareUrl ?? null,
	};
}
