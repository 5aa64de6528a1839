import type { INodeProperties } from 'n8n-workflow';

import { numberField } from './numberField';

export const MAX_WAIT_FIELD = { label: 'Max Wait for Completion (Seconds)', min: 1, max: 86_400 };

export const MAX_FILE_SIZE_FIELD = {
	label: 'Max File Size (MB)',
	usual: 5000,
	min: 1,
	max: 100_000,
};

export const ON_TIMEOUT_FIELD = { label: 'On Timeout', values: ['item', 'error'] } as const;

export function waitForCompletionField(): INodeProperties {
	return {
		displayName: 'Wait for Completion',
		name: 'waitForCompletion',
		type: 'boolean',
		default: false,
		description:
			'Whether to poll until the job is done and return its file. If off, the job is polled once.',
	};
}

export function waitFields(usualSeconds: number): INodeProperties[] {
	return [
		numberField(
			'maxWaitForCompletion',
			MAX_WAIT_FIELD,
			usualSeconds,
			'Maximum time to wait for the job. After that, the job continues at the service, and Retrieve can fetch its result.',
			0,
		),
		{
			displayName: ON_TIMEOUT_FIELD.label,
			name: 'onTimeout',
			type: 'options',
			default: 'error',
			description: 'What to do when a job does not finish in time',
			options: [
				{
					name: 'Return an Item for Retrieve',
					value: 'item',
					description: 'With done set to false, queueId, model, downloadUrl and the latest status',
				},
				{
					name: 'Throw an Error',
					value: 'error',
					description: 'Its message contains the queue ID, the model and the download link',
				},
			],
		},
	];
}

export function maxFileSizeField(): INodeProperties {
	return numberField(
		'maxFileSize',
		MAX_FILE_SIZE_FIELD,
		MAX_FILE_SIZE_FIELD.usual,
		'Maximum size of the file. A larger one is not downloaded: it stays at the service, where Retrieve can fetch it.',
	);
}

/** Whether the service must delete the media once n8n has them. */
export function deleteAfterDownloadField(): INodeProperties {
	return {
		displayName: 'Delete Media After Download',
		name: 'deleteMediaOnCompletion',
		type: 'boolean',
		default: false,
		description:
			'Whether to delete the media from the service once n8n has stored the whole file. If that fails, the output still has the file, and mediaDeleted is false.',
	};
}
