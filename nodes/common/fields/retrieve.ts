import type { INodeProperties } from 'n8n-workflow';

import { downloadUrl, jobFields } from './job';
import { deleteAfterDownload, waitForCompletion, waitOptions } from './jobWait';
import { options } from './options';
import { fileName, outputField } from './outputFile';

/** What Retrieve asks: which job, whether to wait for it, and where its file goes. */
export function retrieveFields(
	searchModels: string,
	exampleName: string,
	usualSeconds: number,
	{ from = 'Queue' } = {},
): INodeProperties[] {
	return [
		...jobFields(searchModels, from),
		waitForCompletion(),
		outputField(),
		options([
			deleteAfterDownload(),
			downloadUrl(),
			fileName(exampleName),
			...waitOptions(usualSeconds),
		]),
	];
}
