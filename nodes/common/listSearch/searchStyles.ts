import { z } from 'zod';

import { objectWith, listOf, readable } from '../../../lib/wire/readAs';
import { fetchForPicker, matching, named, type ListSearch } from './fetchForPicker';

const NAMES = listOf(z.string());

/** The names in an answer of the style list, which is an object with `data` or a bare array (docs/maintainers/service.md#images). */
export const STYLES = z.union([NAMES, objectWith({ data: NAMES }).transform(({ data }) => data)]);

/** The list search for the names of image styles. */
export const searchStyles: ListSearch = async function (filter) {
	const styles = await fetchForPicker(this, 'styles', STYLES, { url: '/image/styles' }, 'By Name');
	return matching(readable(styles).map(named), filter);
};
