import type { IDataObject, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';

import { isRecord } from '../record';
import { mediaType, withJson, type Answer } from '../transport/answer';
import { decodeBody, isStream, readAll } from '../transport/decodeBody';
import { exchangeOpen } from '../transport/exchange';
import { ServiceFailure } from '../transport/failure';
import { fileItem } from '../transport/files';

/** Both identifiers of a job; either alone is useless (NOTES 4.4). */
export interface Job {
	model: string;
	queueId: string;
	/** For models whose result lies at an address that only the queue answer names. */
	downloadUrl?: string;
}

export type JobState = 'running' | 'done' | 'failed';

/** What a status word means: unknown words count as still running (NOTES 5.1). */
export function jobState(status: unknown): JobState {
	const word = String(status ?? '').toLowerCase();
	if (['completed', 'complete', 'succeeded', 'success', 'done'].includes(word)) return 'done';
	return ['failed', 'error', 'canceled', 'cancelled'].includes(word) ? 'failed' : 'running';
}

/**
 * One item out of the answer to a retrieve call: the file when the job is done, else its status with `done` false.
 * Bytes and JSON both come with status 200, so the content type decides. Throws a ServiceFailure that names the job when it failed.
 */
export async function jobItem(
	context: IExecuteSingleFunctions,
	answer: Answer,
	job: Job,
	stem: string,
): Promise<INodeExecutionData> {
	const ids: IDataObject = { model: job.model, queue_id: job.queueId };
	if (!mediaType(answer).includes('json')) {
		const item = await fileItem(context, answer, { stem });
		return { ...item, json: { status: 'COMPLETED', done: true, ...item.json, ...ids } };
	}
	const body = isStream(answer.body) ? decodeBody(await readAll(answer.body)) : answer.body;
	const json = withJson({ ...answer, body }).body;
	const facts = isRecord(json) ? json : {};
	const state = jobState(facts.status);
	if (state === 'failed') {
		throw new ServiceFailure(`The job ${job.queueId} failed: ${JSON.stringify(facts)}`, {
			kind: 'refused',
			cure: 'Change the request and queue it again. Check the usage history whether it was charged.',
			details: { ...ids },
		});
	}
	const url = [job.downloadUrl, facts.download_url, facts.url].find(
		(value): value is string => typeof value === 'string' && value !== '',
	);
	const status: IDataObject = { ...facts, done: state === 'done', ...ids };
	if (state === 'running' || url === undefined) {
		return { json: { ...status, ...(url === undefined ? {} : { download_url: url }) } };
	}
	const file = await exchangeOpen(context, url);
	const item = await fileItem(context, { ...answer, ...file }, { stem });
	return { ...item, json: { ...status, ...item.json, ...ids, download_url: url } };
}

/** The failure of a call about a job, with the identifiers of the job in its details; other errors as they are. */
export function aboutJob(error: unknown, job: Job): unknown {
	if (!(error instanceof ServiceFailure)) return error;
	const ids = { model: job.model, queue_id: job.queueId };
	return new ServiceFailure(`${error.message} (job ${job.queueId} of the model ${job.model})`, {
		...error.facts,
		details: { ...error.facts.details, ...ids },
	});
}
