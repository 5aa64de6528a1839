import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { isRecord } from '../../../lib/record';
import { fetchForPicker } from './fetchForPicker';

const PAGE = 50;
const LONGEST_SEARCH = 200;

/** The list search for public characters; the service searches, and the list goes on while the user scrolls. */
export async function searchCharacters(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const offset = Number(paginationToken ?? 0) || 0;
	const search = filter?.trim().slice(0, LONGEST_SEARCH) ?? '';
	const body = await fetchForPicker(
		this,
		'characters',
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
	const records = isRecord(body) && Array.isArray(body.data) ? body.data.filter(isRecord) : [];
	return {
		results: records.map(({ slug, name, description }) => ({
			name: typeof name === 'string' && name !== '' ? name : String(slug),
			value: String(slug),
			description: typeof description === 'string' ? description : undefined,
		})),
		...(records.length < PAGE ? {} : { paginationToken: String(offset + PAGE) }),
	};
}
