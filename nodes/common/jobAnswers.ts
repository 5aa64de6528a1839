import { z } from 'zod';

import { chosenIn, type ItemContext } from '../../lib/core/execution';
import type { ReadAnswer } from '../../lib/wire/send';
import { fileInPlaceOfJob } from '../../lib/run/jobs/jobItem';
import { jobIds, queuedJob, readQueueBody } from '../../lib/run/jobs/queuedJob';
import { unreadableAnswerFailure } from '../../lib/core/answer';
import { isRecord } from '../../lib/core/record';
import { objectWith, readAs } from '../../lib/wire/readAs';
import { ZERO_QUOTE_MESSAGE } from '../../lib/cost/quotedPrice';
import { tracePaidJob } from '../../lib/run/paidTrace';

const QUOTE_SCHEMA = objectWith({ quote: z.number().nonnegative() });

/** The item of a job; `kind` is that of its file, which a service may answer with at once. */
export function readQueued(kind: 'audio' | 'video'): ReadAnswer {
	return async function (answer) {
		const [queued, model] = [await readQueueBody(answer), readModelId(this)];
		const item = await fileInPlaceOfJob(this, queued, { kind, stem: kind }, model);
		if (item !== undefined) return [item];
		const job = queuedJob(queued, model);
		tracePaidJob(this, job);
		const { status } = isRecord(queued.body) ? queued.body : {};
		const word = typeof status === 'string' ? status : 'QUEUED';
		return [{ json: { status: word, done: false, ...jobIds(job) } }];
	};
}

/** The price that the service quotes for a job, with its currency. Throws a ServiceFailure for 0: all that is quoted has a price. */
export const readQuote: ReadAnswer = async function (answer) {
	const { quote: amount } = readAs(answer, QUOTE_SCHEMA);
	if (amount === 0)
		throw unreadableAnswerFailure(answer, `No price is known: ${ZERO_QUOTE_MESSAGE}`);
	return [{ json: { model: readModelId(this), amount, currency: 'USD' } }];
};

function readModelId(context: ItemContext): string {
	return chosenIn(context.parameters.model);
}
