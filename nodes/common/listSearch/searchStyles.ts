import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { z } from 'zod';

import { having, listOf, readable } from '../../../lib/http/readAs';
import { fetchForPicker } from './fetchForPicker';

const NAMES = listOf(z.string());

/** The names in an answer of the style list, which is an object with `data` or a bare array (docs/service.md#images). */
export const STYLES = z.union([NAMES, having({ data: NAMES }).transform(({ data }) => data)]);

/** The list search for the names of image styles. */
export async function searchStyles(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const styles = await fetchForPicker(this, 'styles', STYLES, { url: '/image/styles' });
	const wanted = filter?.trim().toLowerCase() ?? '';
	return {
		results: readable(styles)
			.filter((name) => name.toLowerCase().includes(wanted))
			.map((name) => ({ name, value: name })),
	};
}
