import type { INodeProperties } from 'n8n-workflow';

import { toBody } from '../../../lib/description/routing';
import { model } from './model';

/** Both identifiers of a queued job. */
export function jobFields(search: string): INodeProperties[] {
	return [
		model({
			search,
			required: true,
			description: 'Model of the job, as the queue operation gave it',
		}),
		{
			displayName: 'Queue ID',
			name: 'queueId',
			type: 'string',
			typeOptions: { minLength: 1 },
			required: true,
			default: '',
			placeholder: 'e.g. {{ $json.queueId }}',
			description: 'Identifier of the job, as the queue operation gave it',
			routing: toBody('queue_id'),
		},
	];
}

/** Where the result of some models lies. */
export function downloadUrl(): INodeProperties {
	return {
		displayName: 'Download URL',
		name: 'downloadUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.downloadUrl }}',
		description:
			'Link that the queue operation gave for models that need one; fetched without the API key when the job is done',
	};
}
