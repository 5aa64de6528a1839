import { NodeOperationError, type INodeListSearchItems } from 'n8n-workflow';

import type { ModelRecord } from '../../../lib/models/fetchModel';
import { modelOfVoice, voicesOf } from '../../../lib/models/checkModel';
import {
	chosenModelId,
	entryNamed,
	fetchModelsForPicker,
	matchingEntries,
	type ListSearch,
} from './fetchForPicker';
import { modelLabels } from './searchModels';

/** The list search for the voices of the model chosen in the same node; without one, for those of every model. */
export const searchVoices: ListSearch = async function (filter) {
	const model = chosenModelId(this);
	const records = await fetchModelsForPicker(this, 'tts', 'voices');
	const record = records.find(({ id }) => id === model);
	if (record === undefined && model !== '') {
		throw new NodeOperationError(
			this.getNode(),
			`The service lists no speech model "${model}". Choose "By ID" and enter the voice by hand`,
		);
	}
	const voices =
		record === undefined ? voicesOfAllModels(records) : voicesOf(record).map(entryNamed);
	return matchingEntries(voices, filter);
};

/** Each voice with the model that a run takes for it, and its price. */
function voicesOfAllModels(records: ModelRecord[]): INodeListSearchItems[] {
	const labels = modelLabels(records);
	return [...new Set(records.flatMap(voicesOf))].flatMap((voice) => {
		const record = modelOfVoice(records, voice);
		const label = record && labels.get(record);
		return label === undefined ? [] : [{ name: `${voice} · ${label}`, value: voice }];
	});
}
