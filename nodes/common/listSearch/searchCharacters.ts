import { CHARACTER_LIST_ANSWER } from '../../../lib/models/characterRecord';
import { withoutUnread } from '../../../lib/wire/readAs';
import { fetchForPicker, type ListSearch } from './fetchForPicker';

const PICKER_PAGE_SIZE = 50;
const MAX_SEARCH_LENGTH = 200;

/** The list search for public characters; the service searches, and the list goes on while the user scrolls. */
export const searchCharacters: ListSearch = async function (filter, paginationToken) {
	const offset = Number(paginationToken ?? 0) || 0;
	const search = filter?.trim().slice(0, MAX_SEARCH_LENGTH) ?? '';
	const { data: records } = await fetchForPicker(
		this,
		'characters',
		CHARACTER_LIST_ANSWER,
		{
			url: '/characters',
			qs: {
				limit: String(PICKER_PAGE_SIZE),
				offset: String(offset),
				...(search === '' ? {} : { search }),
			},
		},
		'By Slug',
	);
	return {
		results: withoutUnread(records).map(({ slug, name, description }) => ({
			name: typeof name === 'string' && name !== '' ? name : slug,
			value: slug,
			description: typeof description === 'string' ? description : undefined,
		})),
		...(records.length < PICKER_PAGE_SIZE
			? {}
			: { paginationToken: String(offset + PICKER_PAGE_SIZE) }),
	};
};
