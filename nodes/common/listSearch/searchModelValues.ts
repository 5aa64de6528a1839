import {
	NodeOperationError,
	type ILoadOptionsFunctions,
	type INodeListSearchResult,
} from 'n8n-workflow';

import { defaultRecord, type Fits } from '../../../lib/models/defaultRecord';
import { MODEL_LIST, modelRecords, modelValues } from '../../../lib/models/fetchModel';
import { fetchForPicker } from './fetchForPicker';
import { ANY } from './searchModels';

/**
 * The list search for the values that the chosen model of a type allows, looked up under the given names of its record.
 * An empty choice means the default, as in a run: the best of those that fit.
 */
export function searchModelValues(
	type: string,
	names: string[],
	fitsOf: (context: ILoadOptionsFunctions) => Fits = () => ANY,
) {
	return async function (
		this: ILoadOptionsFunctions,
		filter?: string,
	): Promise<INodeListSearchResult> {
		const model = String(this.getCurrentNodeParameter('model', { extractValue: true }) ?? '');
		const body = await fetchForPicker(this, 'values', MODEL_LIST, { url: '/models', qs: { type } });
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
		const wanted = filter?.trim().toLowerCase() ?? '';
		return {
			results: values
				.filter((value) => value.toLowerCase().includes(wanted))
				.map((value) => ({ name: value, value })),
		};
	};
}
