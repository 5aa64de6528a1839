import { type Call, check, type Route, takeLimit } from '../call';
import { reviewsOf } from '../characters/reviews';
import { type Character, CHARACTERS } from '../characters/seeded';
import { selected } from '../characters/select';
import { refuse } from '../errors';
import { charactersQuery, reviewsQuery } from '../schemas/characters';

export const listCharacters: Route = {
	method: 'GET',
	path: '/characters',
	access: 'account',
	handle(call) {
		takeLimit(call, 'account');
		const query = check(charactersQuery, call.entry.query);
		const { offset, limit } = query;
		const page = selected(query).slice(offset, offset + limit);
		const data = page.map(({ character }) => character);
		return { payload: { json: { object: 'list', data } } };
	},
};

export const getCharacter: Route = {
	method: 'GET',
	path: '/characters/:slug',
	access: 'account',
	handle(call) {
		takeLimit(call, 'account');
		return { payload: { json: { object: 'character', data: named(call) } } };
	},
};

export const listReviews: Route = {
	method: 'GET',
	path: '/characters/:slug/reviews',
	access: 'account',
	handle(call) {
		takeLimit(call, 'account');
		const { page, pageSize } = check(reviewsQuery, call.entry.query);
		const character = named(call);
		const all = reviewsOf(character);
		const total = all.length;
		const totalPages = Math.ceil(total / pageSize);
		return {
			headers: {
				'x-pagination-limit': String(pageSize),
				'x-pagination-page': String(page),
				'x-pagination-total': String(total),
				'x-pagination-total-pages': String(totalPages),
			},
			payload: {
				json: {
					object: 'list',
					data: all.slice((page - 1) * pageSize, page * pageSize),
					pagination: { page, pageSize, total, totalPages },
					summary: { averageRating: character.stats.averageRating, totalReviews: total },
				},
			},
		};
	},
};

function named({ params }: Call): Character {
	const found = CHARACTERS.find(({ character }) => character.slug === params.slug);
	if (!found) throw refuse(404, `There is no character ${params.slug}`, 'CHARACTER_NOT_FOUND');
	return found.character;
}
