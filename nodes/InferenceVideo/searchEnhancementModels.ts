import { MODEL_LIST_ANSWER, modelRecords } from '../../lib/models/fetchModel';
import {
	fetchForPicker,
	matchingEntries,
	type ListSearch,
} from '../common/listSearch/fetchForPicker';
import { enhancementModels } from './checkEnhancement';

/** The list search for the ways in which the chosen model enhances a video. */
export const searchEnhancementModels: ListSearch = async function (filter) {
	const model = String(this.getCurrentNodeParameter('model', { extractValue: true }) ?? '');
	const request = { url: '/models', qs: { type: 'video' } } as const;
	const records = modelRecords(
		await fetchForPicker(this, 'values', MODEL_LIST_ANSWER, request, 'By Value'),
	);
	const record = records.find(({ id }) => id === model);
	const models = (record && enhancementModels(record.spec)) ?? [];
	return matchingEntries(
		models.map(({ label, value }) => ({ name: label, value })),
		filter,
	);
};
