import { createHash } from 'node:crypto';

export interface Character {
	id: string;
	slug: string;
	name: string;
	description: string | null;
	author: string;
	adult: boolean;
	featured: boolean;
	webEnabled: boolean;
	modelId: string;
	tags: string[];
	photoUrl: string | null;
	shareUrl: string | null;
	createdAt: string;
	updatedAt: string;
	stats: {
		averageRating: number;
		imports: number;
		ratingCount: number;
		ratingSum: number;
		userRating: number | null;
	};
}

/** What a character has beside its record. */
export interface Listed {
	character: Character;
	category: string;
	pro: boolean;
}

const COUNT = 130;
const FIRST_DAY = Date.parse('2026-01-01T00:00:00.000Z');
const DAY_MS = 86_400_000;
const ADJECTIVES = [
	'Calm',
	'Night',
	'Brisk',
	'Amber',
	'Quiet',
	'Merry',
	'Stern',
	'Wry',
	'Bold',
	'Far',
];
const TRADES = [
	'Gardener',
	'Pilot',
	'Baker',
	'Tutor',
	'Critic',
	'Guide',
	'Chemist',
	'Poet',
	'Cook',
	'Judge',
	'Smith',
	'Nurse',
	'Ranger',
];
const TAGS = ['history', 'cooking', 'science', 'travel', 'humour', 'school', 'garden'];
const CATEGORIES = ['education', 'fiction', 'work', 'leisure'];
const MODELS = ['text-basic', 'text-vision', 'lab/text-thinker'];

/** Every character; the first two are the ones that chat examples use. */
export const CHARACTERS: readonly Listed[] = Array.from({ length: COUNT }, (_, index) =>
	make(index),
);

function make(index: number): Listed {
	const name = nameOf(index);
	const slug = name.toLowerCase().replaceAll(' ', '-');
	const id = createHash('sha256').update(slug).digest('hex').slice(0, 24);
	const ratingCount = index % 17;
	const ratingSum = ratingCount * (1 + (index % 5));
	const created = FIRST_DAY + index * DAY_MS;
	const pick = (list: readonly string[], step: number) => list[(index * step) % list.length] ?? '';
	return {
		category: pick(CATEGORIES, 1),
		pro: index % 9 === 0,
		character: {
			id,
			slug,
			name,
			description: index % 6 === 5 ? null : `Speaks about ${pick(TAGS, 1)} and ${pick(TAGS, 3)}`,
			author: `author-${id.slice(0, 6)}`,
			adult: index % 8 === 7,
			featured: index % 10 === 0,
			webEnabled: index % 3 === 0,
			modelId: pick(MODELS, 1),
			tags: [...new Set([pick(TAGS, 1), pick(TAGS, 3)])],
			photoUrl: index % 4 ? `https://service.example/photos/${slug}.webp` : null,
			shareUrl: index % 5 ? `https://service.example/c/${slug}` : null,
			createdAt: new Date(created).toISOString(),
			updatedAt: new Date(created + DAY_MS).toISOString(),
			stats: {
				averageRating: ratingCount ? ratingSum / ratingCount : 0,
				imports: (index * 37) % 1000,
				ratingCount,
				ratingSum,
				userRating: index % 7 ? null : 4,
			},
		},
	};
}

/** Adjectives and trades repeat in step, and 10 by 13 names make 130. */
function nameOf(index: number): string {
	if (index === 0) return 'Harbour Master';
	if (index === 1) return 'Night Gardener';
	const [adjective = '', trade = ''] = [ADJECTIVES[index % 10], TRADES[index % 13]];
	return adjective === 'Night' && trade === 'Gardener' ? 'Late Gardener' : `${adjective} ${trade}`;
}
