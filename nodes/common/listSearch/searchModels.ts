import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { modelRecords, type ModelRecord } from '../../../lib/models/record';
import { fetchForPicker } from './fetchForPicker';
import { modelLabel } from './modelLabel';

/** The list search for the models of one type that fit; the service filters by type. */
export function searchModels(type: string, fits: (record: ModelRecord) => boolean = () => true) {
	return async function (
		this: ILoadOptionsFunctions,
		filter?: string,
	): Promise<INodeListSearchResult> {
		const body = await fetchForPicker(this, 'models', { url: '/models', qs: { type } });
		const wanted = filter?.trim().toLowerCase() ?? '';
		return {
			results: modelRecords(body)
				.filter(fits)
				.map((record) => ({
					name: modelLabel(record),
					value: record.id,
					description:
						typeof record.spec.description === 'string' ? record.spec.description : undefined,
				}))
				.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(wanted)),
		};
	};
}
