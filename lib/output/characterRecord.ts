import { isRecord } from '../record';

type Json = Record<string, unknown>;

/** What a workflow mostly needs of a public character: its slug, what it is, its model and how it is rated. */
export function simplifiedCharacter(record: Json): Json {
	const stats = isRecord(record.stats) ? record.stats : {};
	return {
		slug: record.slug ?? null,
		name: record.name ?? null,
		description: record.description ?? null,
		modelId: record.modelId ?? null,
		tags: record.tags ?? [],
		adult: record.adult ?? null,
		webEnabled: record.webEnabled ?? null,
		averageRating: stats.averageRating ?? null,
		ratingCount: stats.ratingCount ?? null,
		shareUrl: record.shareUrl ?? null,
	};
}
