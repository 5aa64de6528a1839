import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import type { Operation } from '../../../../lib/run/operation';
import {
	isUnread,
	readAs,
	objectWith,
	listWithUnread,
	withoutUnread,
} from '../../../../lib/wire/readAs';
import { returnAllFields } from '../../../common/fields/returnAll';
import { checkLimit, readWantedCount } from '../../../common/wantedCount';
import {
	fetchForPicker,
	matchingEntries,
	entryNamed,
	type ListSearch,
} from '../../../common/listSearch/fetchForPicker';

export const getManyStyles = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many image styles',
		description: 'List the styles for generating images',
		routing: { request: { method: 'GET', url: '/image/styles' } },
	},
	free: true,
	prepare: [checkLimit],
	async read(answer) {
		const names = readAs(answer, STYLES_SCHEMA);
		return names
			.slice(0, readWantedCount(this))
			.map((name) => ({ json: (isUnread(name) ? name : { name }) as IDataObject }));
	},
	fields: returnAllFields(),
} satisfies Operation;

const STYLE_NAMES_SCHEMA = listWithUnread(z.string());

/** The names in an answer of the style list, which is an object with `data` or a bare array (docs/maintainers/service.md#images). */
const STYLES_SCHEMA = z.union([
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
