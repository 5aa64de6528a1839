import { API_KEY, keySettings } from '../../../lib/models/apiKeyRecord';
import { objectWith, listOf, readable } from '../../../lib/wire/readAs';
import { fetchForPicker, matching, type ListSearch } from './fetchForPicker';

const KEYS = objectWith({ data: listOf(API_KEY) });

/** The list search for the API keys of the account, by description and last characters. */
export const searchApiKeys: ListSearch = async function (filter) {
	const { data } = await fetchForPicker(this, 'API keys', KEYS, { url: '/api_keys' });
	const keys = readable(data).map((record) => {
		const { id, description, last6Chars } = keySettings(record);
		return { name: `${description || id} (…${last6Chars ?? ''})`, value: id };
	});
	return matching(keys, filter);
};
