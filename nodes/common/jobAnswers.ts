import type { IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';

import { jobIds, queuedJob } from '../../lib/jobs/job';
import { isRecord } from '../../lib/record';
import { ServiceFailure } from '../../lib/transport/errors/failure';
import type { Answer } from '../../lib/transport/http/answer';

/** The item of a job that was queued and is not waited for. */
export async function readQueued(
	this: IExecuteSingleFunctions,
	answer: Answer,
): Promise<INodeExecutionData[]> {
	const job = queuedJob(answer, modelOf(this));
	const { status } = isRecord(answer.body) ? answer.body : {};
	return [{ json: { status: String(status ?? 'QUEUED'), done: false, ...jobIds(job) } }];
}

/** The price that the service quotes for a job, with its currency. */
export async function readQuote(
	this: IExecuteSingleFunctions,
	{ body }: Answer,
): Promise<INodeExecutionData[]> {
	const quote = isRecord(body) ? Number(body.quote ?? Number.NaN) : Number.NaN;
	if (!Number.isFinite(quote)) {
		throw new ServiceFailure('The service answered without a price', { kind: 'malformed' });
	}
	const model = modelOf(this);
	return [{ json: { model, amount: quote, currency: 'USD' } }];
}

function modelOf(context: IExecuteSingleFunctions): string {
	return String(context.getNodeParameter('model', '', { extractValue: true }));
}
