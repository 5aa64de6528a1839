import { InferenceCharacters } from '../../../nodes/InferenceCharacters/InferenceCharacters.node';
import { typed } from '../../coverage/given';
import { tableRows } from './row';

const reviews = { resource: 'review', operation: 'getAll', character: typed('wise-teacher') };
const list = (length: number, size = 1) => Array.from({ length }, () => 'x'.repeat(size));
const character = (value: string) => ({ character: typed(value) });

export const characterRows = tableRows('characters', new InferenceCharacters(), {}, [
	[{ limit: 0 }, 'Limit must be a whole number of at least 1, but 0 was given'],
	[{ limit: 2.5 }, 'Limit must be a whole number of at least 1, but 2.5 was given'],
	[{ query: 'x'.repeat(201) }, 'Query may have at most 200 characters, but 201 were given'],
	[
		{ filters: { categories: list(21) } },
		'Categories may have at most 20 entries, but 21 were given',
	],
	[
		{ filters: { categories: list(1, 101) } },
		'Categories may have at most 100 characters, but 101 were given',
	],
	[{ filters: { tags: list(21) } }, 'Tags may have at most 20 entries, but 21 were given'],
	[{ filters: { tags: list(1, 101) } }, 'Tags may have at most 100 characters, but 101 were given'],
	[{ filters: { modelId: list(21) } }, 'Model IDs may have at most 20 entries, but 21 were given'],
	[
		{ filters: { modelId: list(1, 201) } },
		'Model IDs may have at most 200 characters, but 201 were given',
	],
	[
		{ filters: { isAdult: '={{ "perhaps" }}' } },
		'Adult must be true or false, but "perhaps" was given',
	],
	[
		{ options: { pageSize: 101 } },
		'Page Size must be a whole number from 1 to 100, but 101 was given',
	],
	[{ options: { pageSize: 0 } }, 'Page Size must be a whole number from 1 to 100, but 0 was given'],
	[{ options: { offset: -1 } }, 'Offset must be a whole number of at least 0, but -1 was given'],
	[
		{ options: { sortBy: '={{ "name" }}' } },
		'Sort By must be one of highestRating, featured, highlyRated, highlyRatedAndRecent, imports, mostRecent, ratingCount, but "name" was given',
	],
	[
		{ options: { sortOrder: '={{ "up" }}' } },
		'Sort Order must be one of asc, desc, but "up" was given',
	],
	[
		{ resource: 'character', operation: 'get', ...character('={{ "" }}') },
		'Character must not be empty',
	],
	[{ resource: 'character', operation: 'get', ...character('..') }, '".." is not a valid ID'],
	[{ ...reviews, ...character('={{ "" }}') }, 'Character must not be empty'],
	[{ ...reviews, limit: -5 }, 'Limit must be a whole number of at least 1, but -5 was given'],
	[
		{ ...reviews, options: { page: 0 } },
		'First Page must be a whole number of at least 1, but 0 was given',
	],
	[
		{ ...reviews, options: { pageSize: 500 } },
		'Page Size must be a whole number from 1 to 100, but 500 was given',
	],
]);
