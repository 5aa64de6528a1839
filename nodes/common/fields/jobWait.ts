import type { INodeProperties } from 'n8n-workflow';

/** The longest wait for a job, in seconds. */
export const MAX_WAIT = { label: 'Max Wait for Completion (Seconds)', min: 1, max: 86_400 };

export const ON_TIMEOUT = { label: 'On Timeout', values: ['item', 'error'] } as const;

/** Whether to ask again until the job is done. */
export function waitForCompletion(): INodeProperties {
	return {
		displayName: 'Wait for Completion',
		name: 'waitForCompletion',
		type: 'boolean',
		default: false,
		description:
			'Whether to ask again until the job is done, and then give its file. Otherwise the job is asked after once.',
	};
}

/** How long is waited for a job, and what then. */
export function waitOptions(usualSeconds: number): INodeProperties[] {
	return [
		{
			displayName: MAX_WAIT.label,
			name: 'maxWaitForCompletion',
			type: 'number',
			typeOptions: { minValue: MAX_WAIT.min, maxValue: MAX_WAIT.max, numberPrecision: 0 },
			default: usualSeconds,
			description:
				'How long to wait until the job is done. After that, the job continues at the service, and Retrieve can fetch its result.',
		},
		{
			displayName: ON_TIMEOUT.label,
			name: 'onTimeout',
			type: 'options',
			default: 'error',
			description: 'What to do with an item whose job is not done in time',
			options: [
				{
					name: 'Return an Item for Retrieve',
					value: 'item',
					description: 'With done set to false, queueId, model, downloadUrl and the last status',
				},
				{
					name: 'Throw an Error',
					value: 'error',
					description: 'Its text has the Queue ID, the model and the download link',
				},
			],
		},
	];
}

/** Whether the service is to forget the media once n8n has them. */
export function deleteAfterDownload(): INodeProperties {
	return {
		displayName: 'Delete Media After Download',
		name: 'deleteMediaOnCompletion',
		type: 'boolean',
		default: false,
		description:
			'Whether to delete the media from the service once n8n has stored them whole. If that fails, the output has the file all the same, and mediaDeleted is false.',
	};
}
