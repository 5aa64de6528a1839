import { z } from 'zod';

import { objectWith, listWithUnread, withoutUnread } from '../../../lib/wire/readAs';
import { fetchForPicker, matchingEntries, entryNamed, type ListSearch } from './fetchForPicker';

const STYLE_NAMES_SCHEMA = listWithUnread(z.string());

/** The names in an answer of the style list, which is an object with `data` or a bare array (docs/maintainers/service.md#images). */
export const STYLES_SCHEMA = z.union([
	STYLE_NAMES_SCHEMA,
	objectWith({ data: STYLE_NAMES_SCHEMA }).transform(({ data }) => data),
]);

export const searchStyles: ListSearch = async function (filter) {
	const styles = await fetchForPicker(
		this,
		'styles',
		STYLES_SCHEMA,
		{ url: '/image/styles' },
		'By Name',
	);
	return matchingEntries(withoutUnread(styles).map(entryNamed), filter);
};
