import type {
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import { aboutJob, jobItem, type Job } from '../../lib/jobs/retrieve';
import { isRecord } from '../../lib/record';
import type { Send, Walk } from '../../lib/transport/send';

/** Retrieves a job once; whatever goes wrong names the job. */
export function retrieveJob(stem: string): Walk {
	return async function (options, send) {
		const job = jobOf(this, options);
		return await naming(job, async () => [await jobItem(this, await send(options), job, stem)]);
	};
}

/** Makes one call about a job and gives its answer as it is; whatever goes wrong names the job. */
export async function callAboutJob(
	this: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
	send: Send,
): Promise<INodeExecutionData[]> {
	const job = jobOf(this, options);
	return await naming(job, async () => {
		const { body } = await send(options);
		return [{ json: { ...(isRecord(body) ? body : {}), model: job.model, queue_id: job.queueId } }];
	});
}

function jobOf(context: IExecuteSingleFunctions, options: IHttpRequestOptions): Job {
	const body = isRecord(options.body) ? options.body : {};
	const downloadUrl = String(context.getNodeParameter('options.downloadUrl', '') ?? '').trim();
	return {
		model: String(body.model ?? ''),
		queueId: String(body.queue_id ?? ''),
		...(downloadUrl === '' ? {} : { downloadUrl }),
	};
}

async function naming<T>(job: Job, work: () => Promise<T>): Promise<T> {
	const [outcome] = await Promise.allSettled([work()]);
	if (outcome.status === 'rejected') throw aboutJob(outcome.reason, job);
	return outcome.value;
}
