import type { IExecuteSingleFunctions } from 'n8n-workflow';
import { z } from 'zod';

import type { ReadAnswer } from '../../lib/wire/send';
import { jobIds, queuedJob } from '../../lib/run/jobs/queuedJob';
import { unreadableAnswerFailure } from '../../lib/core/answer';
import { isRecord } from '../../lib/core/record';
import { objectWith, readAs } from '../../lib/wire/readAs';
import { ZERO_QUOTE_MESSAGE } from '../../lib/cost/quotedPrice';
import { tracePaidJob } from '../../lib/run/paidTrace';

const QUOTE_SCHEMA = objectWith({ quote: z.number().nonnegative() });

export const readQueued: ReadAnswer = async function (answer) {
	const job = queuedJob(answer, readModelId(this));
	tracePaidJob(this, job);
	const { status } = isRecord(answer.body) ? answer.body : {};
	return [
		{
			json: { status: typeof status === 'string' ? status : 'QUEUED', done: false, ...jobIds(job) },
		},
	];
};

/** The price that the service quotes for a job, with its currency. Throws a ServiceFailure for 0: all that is quoted has a price. */
export const readQuote: ReadAnswer = async function (answer) {
	const { quote: amount } = readAs(answer, QUOTE_SCHEMA);
	if (amount === 0)
		throw unreadableAnswerFailure(answer, `No price is known: ${ZERO_QUOTE_MESSAGE}`);
	return [{ json: { model: readModelId(this), amount, currency: 'USD' } }];
};

function readModelId(context: IExecuteSingleFunctions): string {
	return String(context.getNodeParameter('model', '', { extractValue: true })).trim();
}
