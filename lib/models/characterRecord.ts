import { z } from 'zod';

import { objectWith, isUnread, listWithUnread, nullIfUnreadable } from '../wire/readAs';
import type { Json } from '../core/record';

const CHARACTER = objectWith({ slug: z.string() });
export const CHARACTER_ANSWER = objectWith({ data: CHARACTER });
export const CHARACTER_LIST_ANSWER = objectWith({ data: listWithUnread(CHARACTER) });

const CHARACTER_FIELDS = objectWith({
	slug: z.string(),
	name: nullIfUnreadable(z.string()),
	description: nullIfUnreadable(z.string()),
	modelId: nullIfUnreadable(z.string()),
	tags: nullIfUnreadable(listWithUnread(z.string())),
	adult: nullIfUnreadable(z.boolean()),
	webEnabled: nullIfUnreadable(z.boolean()),
	shareUrl: nullIfUnreadable(z.string()),
	stats: nullIfUnreadable(
		objectWith({
			averageRating: nullIfUnreadable(z.number()),
			ratingCount: nullIfUnreadable(z.number()),
		}),
	),
});

/** What a workflow mostly needs of a public character: its slug, what it is, its model and how it is rated. */
export function simplifiedCharacter(record: Json): Json {
	const parts = CHARACTER_FIELDS.parse({ slug: '', ...record });
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
