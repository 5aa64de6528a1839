import type { INodeProperties } from 'n8n-workflow';

import { parameterAt, type ItemContext } from '../../../lib/core/execution';
import { toBody } from '../../../lib/fields/routing';
import { parseWebAddress } from '../../../lib/files/fileAddress';
import type { Prepare } from '../../../lib/wire/send';
import { modelField } from './picker';
import { numberField } from './numberField';
import { optionsField } from './optionGroup';
import { fileNameField, outputFileField } from './outputFileFields';

const MAX_WAIT_FIELD = { label: 'Max Wait for Completion (Seconds)', min: 1, max: 86_400 };
const MAX_FILE_SIZE_FIELD = { label: 'Max File Size (MB)', min: 1, max: 100_000 };
const USUAL_FILE_SIZE = 5000;
const ON_TIMEOUT_LABEL = 'On Timeout';
const WAIT_LABEL = 'Wait for Completion';
const DELETE_MEDIA_LABEL = 'Delete Media After Download';

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

/** What Retrieve asks: which job, whether to wait for it, and where its file goes. */
export function retrieveFields(
	searchModels: string,
	exampleName: string,
	usualSeconds: number,
	{ from = 'Queue' } = {},
): INodeProperties[] {
	return [
		...jobFields(searchModels, from),
		{
			displayName: WAIT_LABEL,
			name: 'waitForCompletion',
			type: 'boolean',
			default: false,
			description:
				'Whether to poll until the job is done and return its file. If off, the job is polled once.',
		},
		outputFileField(),
		optionsField([downloadUrlField(), ...jobFileOptions(exampleName, usualSeconds)]),
	];
}

/** What an operation asks under Options that waits for the file of a job. */
export function jobFileOptions(exampleName: string, usualSeconds: number): INodeProperties[] {
	return [
		{
			displayName: DELETE_MEDIA_LABEL,
			name: 'deleteMediaOnCompletion',
			type: 'boolean',
			default: false,
			description:
				'Whether to delete the media from the service once n8n has stored the whole file. If that fails, the output still has the file, and mediaDeleted is false.',
		},
		fileNameField(exampleName),
		numberField(
			'maxFileSize',
			MAX_FILE_SIZE_FIELD,
			USUAL_FILE_SIZE,
			'Maximum size of the file. A larger one is not downloaded: it stays at the service, where Retrieve can fetch it.',
		),
		numberField(
			'maxWaitForCompletion',
			MAX_WAIT_FIELD,
			usualSeconds,
			'Maximum time to wait for the job. After that, the job continues at the service, and Retrieve can fetch its result.',
			0,
		),
		{
			displayName: ON_TIMEOUT_LABEL,
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

export interface WaitSettings {
	waits: boolean;
	maxWaitMs: number;
	onTimeout: 'error' | 'item';
	deletesMedia: boolean;
	maxFileBytes: number;
}

/** The settings of the current item; throws a ServiceFailure that names the one that is wrong. */
export function readWaitSettings(context: ItemContext, usualSeconds: number): WaitSettings {
	const { options, waitForCompletion } = context.parameters;
	const size = parameterAt(context.parameters, 'options.retriesAndLimits.maxFileSize');
	return {
		waits: waitForCompletion === true,
		maxWaitMs: Number(options.maxWaitForCompletion ?? usualSeconds) * 1000,
		onTimeout: options.onTimeout === 'item' ? 'item' : 'error',
		deletesMedia: options.deleteMediaOnCompletion === true,
		maxFileBytes: Number(size ?? USUAL_FILE_SIZE) * 1_000_000,
	};
}

/** Checks these settings, and the download link where there is one, before anything of the run is sent. */
export function checkWait(usualSeconds: number): Prepare {
	return function () {
		readWaitSettings(this, usualSeconds);
		const link = String(this.parameters.options.downloadUrl ?? '').trim();
		if (link !== '') parseWebAddress(link, 'Download URL');
	};
}
