import {
	NodeOperationError,
	type ILoadOptionsFunctions,
	type INodeListSearchResult,
} from 'n8n-workflow';

import { defaultRecord } from '../../../lib/models/defaultRecord';
import { modelRecords, modelValues, type ModelRecord } from '../../../lib/models/record';
import { fetchForPicker } from './fetchForPicker';

/** The list search for the values that the chosen model of a type, or the default, allows; looked up under the given names of its record. */
export function searchModelValues(
	type: string,
	names: string[],
	emptyMeans: (records: ModelRecord[]) => ModelRecord | undefined = defaultRecord,
) {
	return async function (
		this: ILoadOptionsFunctions,
		filter?: string,
	): Promise<INodeListSearchResult> {
		const model = String(this.getCurrentNodeParameter('model', { extractValue: true }) ?? '');
		const body = await fetchForPicker(this, 'values', { url: '/models', qs: { type } });
		const records = modelRecords(body);
		const record = model === '' ? emptyMeans(records) : records.find(({ id }) => id === model);
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
