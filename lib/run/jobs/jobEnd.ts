import { durationInWords } from '../../core/duration';
import type { IDataObject } from 'n8n-workflow';

import { ServiceFailure } from '../../core/failure';
import { wireText } from '../../core/wireText';
import { verdictOf } from '../../wire/errors/verdict';
import { refundSentence, statedRefund } from '../../wire/errors/refusalBody';
import type { PayAgain } from '../saved/itemAnswers';
import { errorTextIn } from '../../wire/errors/errorInAnswer';
import { isTemporary, JOB_FAILED, type Job } from './queuedJob';
import { lastAnswerDetail, linksIn } from './status';

/** How a job ends without a file: it failed, its content was refused, or the service no longer knows it. */
export type JobEnd = 'failed' | 'refused' | 'gone';

/** What is known of the end of a job. */
interface JobOutcome {
	end: JobEnd;
	/** Whether the service gave back its charge, where it says so. */
	refunded?: boolean;
}

/** How the job of an error ended, as its details say; undefined where the job goes on or is done. */
export function jobOutcomeOf(error: unknown): JobOutcome | undefined {
	if (!(error instanceof ServiceFailure)) return undefined;
	const { jobEnd, creditsRefunded } = error.facts.details ?? {};
	if (jobEnd !== 'failed' && jobEnd !== 'refused' && jobEnd !== 'gone') return undefined;
	return {
		end: jobEnd,
		...(typeof creditsRefunded === 'boolean' ? { refunded: creditsRefunded } : {}),
	};
}

/** Who buys a job again that ended so: a refusal of its content is a decision, and what may not have been refunded needs the user's word. */
export function payAgainAfter({ end, refunded }: JobOutcome): PayAgain {
	if (end === 'refused') return 'never';
	return refunded === true ? 'onRetry' : 'ifAllowed';
}

const CURE_OF_PAY_AGAIN: Record<PayAgain, string> = {
	never:
		'Retry On Fail and Retry do not queue the same job again. Change the request, or run the workflow again.',
	onRetry: 'Retry in the list of executions queues a new job. Retry On Fail does not.',
	ifAllowed:
		'It was not queued again. To queue a new job on Retry, turn on Resend After a Lost Response under Options > Retries and Limits, save the workflow, and retry with the saved workflow.',
};

/** The error of a job that was paid for and ended without a file, with what became of the money and who pays again. */
export function endedJobFailure(
	failure: ServiceFailure,
	outcome: JobOutcome,
	isKept: boolean,
): ServiceFailure {
	const { refunded } = outcome;
	const charge = refunded === undefined ? 'possible' : refunded ? 'none' : 'certain';
	const again = isKept
		? CURE_OF_PAY_AGAIN[payAgainAfter(outcome)]
		: 'A retry queues a new job, which is charged.';
	return failure.withMessage(failure.message, {
		charge,
		cure: `${failure.facts.cure ?? ''} ${again}`.trim(),
	});
}

/** The code of an answer that says that the job failed, but not in a way that is believed at once. */
const JOB_DOUBTFUL = 'JOB_DOUBTFUL';

/** The failure of a job whose status says that it failed. */
export function failedJobFailure(
	{ queueId }: Job,
	facts: IDataObject,
	isDoubtful = false,
): ServiceFailure {
	const said = [wireText(facts.status), errorTextIn(facts)]
		.filter((part) => part !== '')
		.join(', ');
	const refunded = statedRefund(facts);
	return new ServiceFailure(`The job ${queueId} failed: ${said}`, {
		kind: 'refused',
		code: isDoubtful ? JOB_DOUBTFUL : JOB_FAILED,
		cure: `${refundSentence(refunded)} Change the request and queue it again.`.trim(),
		details: {
			...lastAnswerDetail(facts),
			...downloadUrlFact(facts),
			...(refunded === undefined ? {} : { creditsRefunded: refunded }),
			...(isDoubtful ? {} : { jobEnd: 'failed' }),
		},
	});
}

/** The first link of a status, for the details of an error. */
export function downloadUrlFact(facts: IDataObject): { downloadUrl?: string } {
	const [downloadUrl] = linksIn(facts);
	return downloadUrl === undefined ? {} : { downloadUrl };
}

/** When what a poll said against a job is believed, and how the job ended then; undefined where it says nothing of the job. */
interface JobDoubt {
	end?: JobEnd;
	/** So often in a row. */
	times: number;
	/** For so long. */
	ms: number;
}

/** A job that was there is looked for so long: what keeps jobs may not know one right after it was queued, or for a moment. */
const GONE_MS = 180_000;
export const TIMES_TO_BELIEVE = 3;

const BELIEVED_AT_ONCE = { times: 1, ms: 0 };

/** What a poll that failed says of its job: one bad poll is no verdict. */
function jobDoubtOf(failure: ServiceFailure, wasThere: boolean): JobDoubt | undefined {
	const { kind, code, status } = failure.facts;
	const { charged, endsRun, job } = verdictOf(failure.facts);
	if (code === JOB_FAILED) return { ...BELIEVED_AT_ONCE, end: 'failed' };
	if (code === JOB_DOUBTFUL || code === 'INFERENCE_FAILED') {
		return { end: 'failed', times: TIMES_TO_BELIEVE, ms: 0 };
	}
	if (isTemporary(failure) || job === 'early') return undefined;
	// What was not sent, as after the run was closed for all items, will not be sent later either.
	const isSent = kind === 'refused' && status !== undefined;
	if (!isSent || charged === 'maybe' || endsRun === true) return BELIEVED_AT_ONCE;
	if (job === 'refused') return { ...BELIEVED_AT_ONCE, end: job };
	if (saysJobIsRunning(failure)) return undefined;
	const ms = wasThere ? GONE_MS : 0;
	return { ...(job === 'gone' && wasThere ? { end: job } : {}), times: TIMES_TO_BELIEVE, ms };
}

function saysJobIsRunning({ message }: ServiceFailure): boolean {
	return /\b(in progress|processing|pending|queued|(still|yet) running|not (yet )?(ready|done|finished|complete|available))\b/i.test(
		message,
	);
}

/** Failed polls in a row, and whether they are believed. */
export class DoubtTracker {
	private failuresInRow = 0;
	private firstFailureAt = 0;
	private suspectedEnd: JobEnd | undefined;

	/** `wasThere` says whether the job was queued a moment ago, or asked after with success. */
	constructor(private wasThere: boolean) {}

	/** The job was there. */
	clear(): void {
		this.wasThere = true;
		this.failuresInRow = 0;
	}

	/** The failure as the verdict on the job once it is believed; undefined until then. */
	verdictAfter(failure: ServiceFailure, now: number): ServiceFailure | undefined {
		const doubt = jobDoubtOf(failure, this.wasThere);
		if (doubt === undefined || doubt.end !== this.suspectedEnd) this.failuresInRow = 0;
		this.suspectedEnd = doubt?.end;
		if (doubt === undefined) return undefined;
		if (this.failuresInRow === 0) this.firstFailureAt = now;
		this.failuresInRow++;
		if (this.failuresInRow < doubt.times || now - this.firstFailureAt < doubt.ms) return undefined;
		const time = durationInWords(now - this.firstFailureAt, true);
		const askedNote =
			this.failuresInRow === 1 ? '' : ` (asked ${this.failuresInRow} times in ${time})`;
		const ended = doubt.end === undefined ? {} : { jobEnd: doubt.end };
		return failure.withMessage(`${failure.message}${askedNote}`, {
			details: { ...failure.facts.details, ...ended },
		});
	}
}
