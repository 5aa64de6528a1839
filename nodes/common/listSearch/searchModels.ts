import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { defaultRecord, markedDefault, type Fits } from '../../../lib/models/defaultRecord';
import { MODEL_LIST, modelRecords, type ModelRecord } from '../../../lib/models/fetchModel';
import { fetchForPicker } from './fetchForPicker';
import { modelLabels } from './modelLabel';

interface Offer {
	/** Only models that fit are listed. */
	fits?: Fits;
	/**
	 * What an empty choice means: the service decides (`service`), or this package looks the default up (a rule that it has to
	 * fit). Without it there is no default to offer.
	 */
	empty?: 'service' | Fits;
}

export const ANY: Fits = () => true;

/** The list search for the models of one type, which the service filters by; the default comes first. */
export function searchModels(type: string, { fits = ANY, empty }: Offer = {}) {
	return async function (
		this: ILoadOptionsFunctions,
		filter?: string,
	): Promise<INodeListSearchResult> {
		const body = await fetchForPicker(this, 'models', MODEL_LIST, { url: '/models', qs: { type } });
		const records = modelRecords(body).filter(fits);
		const labels = modelLabels(records);
		const wanted = filter?.trim().toLowerCase() ?? '';
		return {
			results: [
				...defaultEntry(empty, records, labels),
				...records.map((record) => ({
					name: labels.get(record) ?? record.id,
					value: record.id,
					description:
						typeof record.spec.description === 'string' ? record.spec.description : undefined,
				})),
			].filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(wanted)),
		};
	};
}

/** The first line of a list, which stands for an empty choice, with name and price of the model that it means. */
export function defaultEntry(
	empty: Offer['empty'],
	records: ModelRecord[],
	labels: Map<ModelRecord, string>,
): INodeListSearchItems[] {
	if (empty === undefined) return [];
	const record = empty === 'service' ? markedDefault(records) : defaultRecord(records, empty);
	const label = record && labels.get(record);
	if (label === undefined && empty !== 'service') return [];
	return [
		{ name: label === undefined ? 'Default of the service' : `Default: ${label}`, value: '' },
	];
}
