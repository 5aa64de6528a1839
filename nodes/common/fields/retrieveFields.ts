import type { INodeProperties } from 'n8n-workflow';

import { downloadUrlField, jobFields } from './jobFields';
import {
	deleteAfterDownloadField,
	maxFileSizeField,
	waitForCompletionField,
	waitFields,
} from './jobWait';
import { optionsField } from './optionGroup';
import { fileNameField, outputFileField } from './outputFileFields';

/** What Retrieve asks: which job, whether to wait for it, and where its file goes. */
export function retrieveFields(
	searchModels: string,
	exampleName: string,
	usualSeconds: number,
	{ from = 'Queue' } = {},
): INodeProperties[] {
	return [
		...jobFields(searchModels, from),
		waitForCompletionField(),
		outputFileField(),
		optionsField([
			deleteAfterDownloadField(),
			downloadUrlField(),
			fileNameField(exampleName),
			maxFileSizeField(),
			...waitFields(usualSeconds),
		]),
	];
}
