import {
	NodeOperationError,
	type ILoadOptionsFunctions,
	type INodeListSearchResult,
} from 'n8n-workflow';

import { markedDefault } from '../../../lib/models/defaultRecord';
import { modelRecords } from '../../../lib/models/record';
import { fetchForPicker } from './fetchForPicker';

/** The list search for the voices of the model chosen in the same node. */
export async function searchVoices(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const model = String(this.getCurrentNodeParameter('model', { extractValue: true }) ?? '');
	const body = await fetchForPicker(this, 'voices', { url: '/models', qs: { type: 'tts' } });
	const records = modelRecords(body);
	const record = model === '' ? markedDefault(records) : records.find(({ id }) => id === model);
	if (record === undefined && model === '') {
		throw new NodeOperationError(
			this.getNode(),
			'Choose a model first: each model has its own voices. Or choose "By ID" and enter the voice by hand',
		);
	}
	if (record === undefined) {
		throw new NodeOperationError(
			this.getNode(),
			`The service lists no speech model "${model}". Choose "By ID" and enter the voice by hand`,
		);
	}
	const voices = Array.isArray(record.spec.voices) ? record.spec.voices.map(String) : [];
	const wanted = filter?.trim().toLowerCase() ?? '';
	return {
		results: voices
			.filter((name) => name.toLowerCase().includes(wanted))
			.map((name) => ({ name, value: name })),
	};
}
