import {
	NodeOperationError,
	type ILoadOptionsFunctions,
	type INodeListSearchResult,
} from 'n8n-workflow';

import { modelRecords, modelValues } from '../../../lib/models/record';
import { fetchForPicker } from './fetchForPicker';

/** The list search for the values that the chosen model of a type allows, looked up under the given names of its record. */
export function searchModelValues(type: string, ...names: string[]) {
	return async function (
		this: ILoadOptionsFunctions,
		filter?: string,
	): Promise<INodeListSearchResult> {
		const model = String(this.getCurrentNodeParameter('model', { extractValue: true }) ?? '');
		if (model === '') {
			throw new NodeOperationError(
				this.getNode(),
				'Choose a model first: each model allows other values. Or choose "By Value" and enter one by hand',
			);
		}
		const body = await fetchForPicker(this, 'values', { url: '/models', qs: { type } });
		const record = modelRecords(body).find(({ id }) => id === model);
		const values = record === undefined ? [] : (modelValues(record.spec, ...names) ?? []);
		const wanted = filter?.trim().toLowerCase() ?? '';
		return {
			results: values
				.filter((value) => value.toLowerCase().includes(wanted))
				.map((value) => ({ name: value, value })),
		};
	};
}
