import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { API_KEY, keySettings } from '../../../lib/output/apiKeyRecord';
import { having, listOf, readable } from '../../../lib/http/readAs';
import { fetchForPicker } from './fetchForPicker';

const KEYS = having({ data: listOf(API_KEY) });

/** The list search for the API keys of the account, by description and last characters. */
export async function searchApiKeys(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const { data } = await fetchForPicker(this, 'API keys', KEYS, { url: '/api_keys' });
	const wanted = filter.trim().toLowerCase();
	const named = readable(data).map((record) => {
		const { id, description, last6Chars } = keySettings(record);
		return { name: `${description || id} (…${last6Chars ?? ''})`, value: id };
	});
	return { results: named.filter(({ name }) => name.toLowerCase().includes(wanted)) };
}
