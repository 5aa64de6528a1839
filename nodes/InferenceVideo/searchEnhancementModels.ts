import {
	chosenModelId,
	fetchModelsForPicker,
	matchingEntries,
	type ListSearch,
} from '../common/listSearch/fetchForPicker';
import { enhancementModels } from './checkEnhancement';

/** The list search for the ways in which the chosen model enhances a video. */
export const searchEnhancementModels: ListSearch = async function (filter) {
	const model = chosenModelId(this);
	const records = await fetchModelsForPicker(this, 'video', 'values', 'By Value');
	const record = records.find(({ id }) => id === model);
	const models = (record && enhancementModels(record.spec)) ?? [];
	return matchingEntries(
		models.map(({ label, value }) => ({ name: label, value })),
		filter,
	);
};
