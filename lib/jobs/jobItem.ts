import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { ServiceFailure } from '../base/failure';
import { JOB_WITHOUT_FILE, jobIds } from './job';
import type { Finding, JobCall } from './jobCall';
import { camelFacts } from './status';
import { takeLinked, takeMedia } from './takeFile';

/**
 * One item out of what was found of a job: the stored file when it is done, else its status with `done` false.
 * A job that is done without media or a link to them becomes its status with `done` true. Throws a ServiceFailure when the file cannot be had whole.
 */
export async function jobItem(call: JobCall, found: Finding): Promise<INodeExecutionData> {
	const ids = jobIds(call.job);
	if (found.state === 'media') {
		const item = await takeMedia(call, found.answer);
		return { ...item, json: { status: 'COMPLETED', done: true, ...item.json, ...ids } };
	}
	const { facts } = found;
	if (found.state === 'running') {
		const problem = found.problem === undefined ? {} : { problem: found.problem };
		return { json: { status: null, ...camelFacts(facts), done: false, ...ids, ...problem } };
	}
	const url = [call.job.downloadUrl, facts.download_url, facts.url].find(
		(value): value is string => typeof value === 'string' && value !== '',
	);
	const status: IDataObject = { ...camelFacts(facts), done: true };
	if (url === undefined) return { json: { ...status, ...ids } };
	const item = await takeLinked(call, url);
	return { ...item, json: { ...status, ...item.json, ...ids, downloadUrl: url } };
}

/** The same, for a caller that has to end with a file: throws a ServiceFailure when the job is done without media or a link. */
export async function fileOfJob(call: JobCall, found: Finding): Promise<INodeExecutionData> {
	const item = await jobItem(call, found);
	if (item.binary !== undefined || found.state === 'running') return item;
	throw new ServiceFailure(
		'The job is done, but the service returned neither a file nor a link to one',
		{
			kind: 'malformed',
			code: JOB_WITHOUT_FILE,
			cure: 'Try Retrieve with the Queue ID and the Model of this error.',
		},
	);
}
