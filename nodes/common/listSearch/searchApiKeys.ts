import { API_KEY_LIST_ANSWER, keySettings } from '../../../lib/models/apiKeyRecord';
import { withoutUnread } from '../../../lib/wire/readAs';
import { fetchForPicker, matchingEntries, type ListSearch } from './fetchForPicker';

/** The list search for the API keys of the account, by description and last characters. */
export const searchApiKeys: ListSearch = async function (filter) {
	const { data } = await fetchForPicker(this, 'API keys', API_KEY_LIST_ANSWER, {
		url: '/api_keys',
	});
	const keys = withoutUnread(data).map((record) => {
		const { id, description, last6Chars } = keySettings(record);
		return { name: `${description || id} (…${last6Chars ?? ''})`, value: id };
	});
	return matchingEntries(keys, filter);
};
