import { z } from 'zod';

import { objectWith, isUnread, listOf, orNull } from '../wire/readAs';
import type { Json } from '../core/record';

/** A public character, as the service sends it. */
export const CHARACTER = objectWith({ slug: z.string() });

const PARTS = objectWith({
	slug: z.string(),
	name: orNull(z.string()),
	description: orNull(z.string()),
	modelId: orNull(z.string()),
	tags: orNull(listOf(z.string())),
	adult: orNull(z.boolean()),
	webEnabled: orNull(z.boolean()),
	shareUrl: orNull(z.string()),
	stats: orNull(objectWith({ averageRating: orNull(z.number()), ratingCount: orNull(z.number()) })),
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
