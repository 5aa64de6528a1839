import { NodeOperationError, type ILoadOptionsFunctions } from 'n8n-workflow';

import { defaultRecord, type ModelFilter } from '../../../lib/models/defaultRecord';
import { MODEL_LIST_ANSWER, modelRecords, modelValues } from '../../../lib/models/fetchModel';
import { fetchForPicker, matchingEntries, entryNamed, type ListSearch } from './fetchForPicker';
import { ANY_MODEL } from './searchModels';

/**
 * The list search for the values that the chosen model of a type allows, looked up under the given names of its record.
 * An empty choice means the default, as in a run: the best of those that fit.
 */
export function searchModelValues(
	type: string,
	names: string[],
	fitsOf: (context: ILoadOptionsFunctions) => ModelFilter = () => ANY_MODEL,
): ListSearch {
	return async function (filter) {
		const model = String(this.getCurrentNodeParameter('model', { extractValue: true }) ?? '');
		const request = { url: '/models', qs: { type } } as const;
		const body = await fetchForPicker(this, 'values', MODEL_LIST_ANSWER, request, 'By Value');
		const records = modelRecords(body);
		const record =
			model === '' ? defaultRecord(records, fitsOf(this)) : records.find(({ id }) => id === model);
		if (model === '' && record === undefined) {
			throw new NodeOperationError(
				this.getNode(),
				'Choose a model first: each model allows other values. Or choose "By Value" and enter one by hand',
			);
		}
		const values = record === undefined ? [] : (modelValues(record.spec, ...names) ?? []);
		return matchingEntries(values.map(entryNamed), filter);
	};
}
