import { CHARACTER } from '../../../lib/models/characterRecord';
import { objectWith, listOf, readable } from '../../../lib/wire/readAs';
import { fetchForPicker, type ListSearch } from './fetchForPicker';

const CHARACTERS = objectWith({ data: listOf(CHARACTER) });
const PAGE = 50;
const LONGEST_SEARCH = 200;

/** The list search for public characters; the service searches, and the list goes on while the user scrolls. */
export const searchCharacters: ListSearch = async function (filter, paginationToken) {
	const offset = Number(paginationToken ?? 0) || 0;
	const search = filter?.trim().slice(0, LONGEST_SEARCH) ?? '';
	const { data: records } = await fetchForPicker(
		this,
		'characters',
		CHARACTERS,
		{
			url: '/characters',
			qs: {
				limit: String(PAGE),
				offset: String(offset),
				...(search === '' ? {} : { search }),
			},
		},
		'By Slug',
	);
	return {
		results: readable(records).map(({ slug, name, description }) => ({
			name: typeof name === 'string' && name !== '' ? name : slug,
			value: slug,
			description: typeof description === 'string' ? description : undefined,
		})),
		...(records.length < PAGE ? {} : { paginationToken: String(offset + PAGE) }),
	};
};
