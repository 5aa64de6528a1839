import { NodeOperationError, type ILoadOptionsFunctions } from 'n8n-workflow';

import { defaultRecord, type ModelFilter } from '../../../lib/models/defaultRecord';
import { modelValues } from '../../../lib/models/fetchModel';
import {
	chosenModelId,
	entryNamed,
	fetchModelsForPicker,
	matchingEntries,
	type ListSearch,
} from './fetchForPicker';
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
		const model = chosenModelId(this);
		const records = await fetchModelsForPicker(this, type, 'values', 'By Value');
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
