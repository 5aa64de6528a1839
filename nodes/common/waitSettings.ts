import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { readChoice, readNumber, readSwitch } from '../../lib/fields/readParameter';
import { parseWebAddress } from '../../lib/files/fileAddress';
import type { Prepare } from '../../lib/wire/send';
import { MAX_FILE_SIZE_FIELD, MAX_WAIT_FIELD, ON_TIMEOUT_FIELD } from './fields/jobWait';

export interface WaitSettings {
	waits: boolean;
	maxWaitMs: number;
	onTimeout: 'error' | 'item';
	deletesMedia: boolean;
	maxFileBytes: number;
}

const MAX_FILE_SIZE_PATH = 'options.retriesAndLimits.maxFileSize';
const DELETE_MEDIA_LABEL = 'Delete Media After Download';

/** The settings of the current item; throws a ServiceFailure that names the one that is wrong. */
export function readWaitSettings(
	context: IExecuteSingleFunctions,
	usualSeconds: number,
): WaitSettings {
	const { label, values } = ON_TIMEOUT_FIELD;
	const maxWait = readNumber(context, 'options.maxWaitForCompletion', usualSeconds, MAX_WAIT_FIELD);
	const { usual, ...sizeRule } = MAX_FILE_SIZE_FIELD;
	return {
		waits: readSwitch(context, 'waitForCompletion', false, 'Wait for Completion'),
		maxWaitMs: maxWait * 1000,
		onTimeout: readChoice(context, 'options.onTimeout', 'error', label, values),
		deletesMedia: readSwitch(context, 'options.deleteMediaOnCompletion', false, DELETE_MEDIA_LABEL),
		maxFileBytes: readNumber(context, MAX_FILE_SIZE_PATH, usual, sizeRule) * 1_000_000,
	};
}

/** Checks these settings, and the download link where there is one, before anything of the run is sent. */
export function checkWait(usualSeconds: number): Prepare {
	return function () {
		readWaitSettings(this, usualSeconds);
		const link = String(this.getNodeParameter('options.downloadUrl', '') ?? '').trim();
		if (link !== '') parseWebAddress(link, 'Download URL');
	};
}
