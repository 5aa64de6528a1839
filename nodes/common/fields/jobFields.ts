import type { INodeProperties } from 'n8n-workflow';

import { toBody } from '../../../lib/fields/routing';
import { modelField } from './model';

export function jobFields(search: string, sourceOperation = 'Queue'): INodeProperties[] {
	return [
		modelField({
			search,
			required: true,
			description: `Model of the job, from the output of ${sourceOperation}`,
		}),
		{
			displayName: 'Queue ID',
			name: 'queueId',
			type: 'string',
			typeOptions: { minLength: 1 },
			required: true,
			default: '',
			placeholder: 'e.g. {{ $json.queueId }}',
			description: `ID of the job, from the output of ${sourceOperation}`,
			routing: toBody('queue_id'),
		},
	];
}

export function downloadUrlField(): INodeProperties {
	return {
		displayName: 'Download URL',
		name: 'downloadUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.downloadUrl }}',
		description:
			'Download link from the output of Queue, for models that have one. It is fetched without the API key.',
	};
}
