import type { CharactersQuery } from '../schemas/characters';
import { CHARACTERS, type Listed } from './seeded';

const HIGH_RATING = 4;

/** The characters that a query asks for, in its order, without its paging. */
export function selected(query: CharactersQuery): Listed[] {
	const { sortBy, sortOrder } = query;
	const found = CHARACTERS.filter((listed) => matches(listed, query));
	if (!sortBy) return found;
	const sign = sortOrder === 'asc' ? 1 : -1;
	const rated = sortBy.startsWith('highlyRated')
		? found.filter(({ character }) => character.stats.averageRating >= HIGH_RATING)
		: found;
	return [...rated].sort((a, b) => sign * (rankOf(a, sortBy) - rankOf(b, sortBy)));
}

function matches({ character, category, pro }: Listed, query: CharactersQuery): boolean {
	const { search, categories, tags, modelId, isAdult, isPro, isWebEnabled } = query;
	const text = [character.name, character.description ?? '', ...character.tags].join(' ');
	return (
		(search === undefined || text.toLowerCase().includes(search.toLowerCase())) &&
		(!categories || categories.includes(category)) &&
		(!tags || tags.some((tag) => character.tags.includes(tag))) &&
		(!modelId || modelId.includes(character.modelId)) &&
		(isAdult === undefined || character.adult === isAdult) &&
		(isPro === undefined || pro === isPro) &&
		(isWebEnabled === undefined || character.webEnabled === isWebEnabled)
	);
}

function rankOf({ character }: Listed, sortBy: NonNullable<CharactersQuery['sortBy']>): number {
	const { stats, featured, createdAt } = character;
	switch (sortBy) {
		case 'featured':
			return Number(featured);
		case 'imports':
			return stats.imports;
		case 'ratingCount':
			return stats.ratingCount;
		case 'highestRating':
		case 'highlyRated':
			return stats.averageRating;
		case 'mostRecent':
		case 'highlyRatedAndRecent':
			return Date.parse(createdAt);
	}
}
