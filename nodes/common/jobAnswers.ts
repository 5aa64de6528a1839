import type { IExecuteSingleFunctions } from 'n8n-workflow';
import { z } from 'zod';

import type { Read } from '../../lib/wire/send';
import { jobIds, queuedJob } from '../../lib/run/jobs/job';
import { unreadable } from '../../lib/core/answer';
import { isRecord } from '../../lib/core/record';
import { objectWith, readAs } from '../../lib/wire/readAs';
import { NO_QUOTE } from '../../lib/cost/quotedPrice';
import { traceJob } from '../../lib/run/paidTrace';

const QUOTE = objectWith({ quote: z.number().nonnegative() });

/** The item of a job that was queued and is not waited for. */
export const readQueued: Read = async function (answer) {
	const job = queuedJob(answer, modelOf(this));
	traceJob(this, job);
	const { status } = isRecord(answer.body) ? answer.body : {};
	return [
		{
			json: { status: typeof status === 'string' ? status : 'QUEUED', done: false, ...jobIds(job) },
		},
	];
};

/** The price that the service quotes for a job, with its currency. Throws a ServiceFailure for 0: all that is quoted has a price. */
export const readQuote: Read = async function (answer) {
	const { quote: amount } = readAs(answer, QUOTE);
	if (amount === 0) throw unreadable(answer, `No price is known: ${NO_QUOTE}`);
	return [{ json: { model: modelOf(this), amount, currency: 'USD' } }];
};

function modelOf(context: IExecuteSingleFunctions): string {
	return String(context.getNodeParameter('model', '', { extractValue: true })).trim();
}
