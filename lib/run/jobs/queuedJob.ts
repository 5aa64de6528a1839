import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type INodeExecutionData,
} from 'n8n-workflow';
import { z } from 'zod';

import type { ItemContext } from '../../core/execution';
import { requireJson, type Answer } from '../../core/answer';
import { FILE_TOO_LARGE } from '../../core/bounds';
import { decodeBody } from '../../core/decodeBody';
import { failureOf, ServiceFailure } from '../../core/failure';
import { inspectBody } from '../../files/inspectBody';
import type { OutputFileOptions } from '../../files/outputFile';
import { verdictOf } from '../../wire/errors/verdict';
import { objectWith, nullIfUnreadable, readAs, wireId } from '../../wire/readAs';

/** Both identifiers of a job; either alone is useless (docs/maintainers/service.md#jobs). */
export interface Job {
	model: string;
	queueId: string;
	/** For models whose result lies at an address that only the queue answer names (docs/maintainers/service.md#jobs). */
	downloadUrl?: string;
}

const QUEUE_ANSWER = objectWith({
	queue_id: wireId,
	model: nullIfUnreadable(z.string()),
	download_url: nullIfUnreadable(z.string()),
});

/** What one needs to take a job up again, as it stands in items and errors. */
export function jobIds({ model, queueId, downloadUrl }: Job): IDataObject {
	return {
		model,
		queueId,
		...(downloadUrl === undefined ? {} : { downloadUrl }),
	};
}

/** The answer of a queue call that asked for bytes: JSON, or bytes still where it is the file itself, in place of a job. Throws a ServiceFailure. */
export async function readQueueBody(answer: Answer): Promise<Answer> {
	const { isFile, kind } = await inspectBody(answer);
	// JSON with bytes that are not valid text is of no known kind, and still names a job.
	if (isFile && kind !== undefined) return answer;
	return requireJson({ ...answer, body: decodeBody(answer.body, answer.redact) });
}

/** The job that a queue call made for `model`; throws a ServiceFailure when the answer does not identify it. */
export function queuedJob(answer: Answer, model: string): Job {
	const {
		queue_id: queueId,
		model: named,
		download_url: downloadUrl,
	} = readAs(answer, QUEUE_ANSWER);
	return {
		// Empty texts are no names.
		model: named || model,
		queueId,
		...(downloadUrl ? { downloadUrl } : {}),
	};
}

/**
 * The error of a call about a job, with all that is needed to take the job up again in its message and details.
 * Errors that are already n8n's are about another item, and stay as they are.
 */
export function withJobIds(error: unknown, job: Job): unknown {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	const failure = failureOf(error, 'malformed');
	const { kind, details } = failure.facts;
	const url = job.downloadUrl ?? details?.downloadUrl;
	const link = typeof url === 'string' ? `, download link ${url}` : '';
	return failure.withMessage(
		`${failure.message} (job ${job.queueId} of the model ${job.model}${link})`,
		{
			// An error about input has no details in n8n.
			kind: kind === 'input' ? 'refused' : kind,
			details: { ...details, ...jobIds(job) },
		},
	);
}

/** The code of a job whose status says that it failed. */
export const JOB_FAILED = 'JOB_FAILED';
/** The code of a job that was waited for in vain. */
export const JOB_RUNNING = 'JOB_RUNNING';
/** The code of a job that is done and whose file cannot be found. */
export const JOB_WITHOUT_FILE = 'JOB_WITHOUT_FILE';
/** The code of a job that is done and whose link does not deliver its file. */
export const JOB_LINK_FAILED = 'JOB_LINK_FAILED';

/** Failures that say themselves what to do about the job. */
const CODES_WITH_OWN_CURE = new Set<unknown>([JOB_RUNNING, JOB_WITHOUT_FILE, FILE_TOO_LARGE]);

/** The same error of a job that was paid for and has not ended, with a cure that does not buy it again. */
export function withJobKeptAdvice(error: unknown, isKept: boolean): unknown {
	if (!(error instanceof ServiceFailure)) return error;
	const { code } = error.facts;
	if (CODES_WITH_OWN_CURE.has(code)) return error;
	const isDone = code === JOB_LINK_FAILED;
	const { reason } = verdictOf(error.facts);
	const fixKey = reason === 'key' ? 'Fix the credential first. ' : '';
	const first = reason === 'funds' ? 'Add credit first. ' : fixKey;
	const state = isDone ? 'is done and paid for' : 'was queued and continues at the service';
	const more = isDone ? 'to fetch its file' : 'to go on waiting for it';
	const retry = isKept
		? `use Retry On Fail, or Retry in the list of executions, ${more}, or fetch it`
		: 'fetch it';
	return error.withMessage(error.message, {
		cure: `${first}The job ${state}. A new one would be charged again: ${retry} with Retrieve, which needs the Queue ID and the model of this error, and the download link if there is one.`,
	});
}

/** What the steps of following a job share. */
export interface JobCall {
	context: ItemContext;
	job: Job;
	/** The user names the job, and may have entered any download link. */
	isNamed?: boolean;
	/** How its file is called, and how large it may be. */
	naming: OutputFileOptions;
	/** Asks once for the status or the media of the job; `timeoutMs` is the longest wait for an answer. */
	retrieve(timeoutMs: number): Promise<Answer>;
	/** Asks the service once to delete the media. */
	complete(): Promise<Answer>;
	/** Waits so many milliseconds; throws a ServiceFailure when the run is cancelled. */
	rest(ms: number): Promise<void>;
	/** Says how the job goes, to whoever looks on. */
	tell(message: string): void;
}

/** The last known state of a job when polling stopped. */
export type JobFinding =
	| { state: 'media'; answer: Answer }
	| { state: 'done'; facts: IDataObject }
	/** Its link delivered the file, which is stored. */
	| { state: 'stored'; facts: IDataObject; item: INodeExecutionData; url: string }
	| { state: 'running'; facts: IDataObject; problem?: string };

/** Whether a failed call may succeed later: the failure was that of the call and says nothing about the job (docs/maintainers/service.md#charges). */
export function isTemporary(failure: unknown): failure is ServiceFailure {
	if (!(failure instanceof ServiceFailure)) return false;
	const { again, reason } = verdictOf(failure.facts);
	// Asking costs nothing. A limit or trouble that a call does not wait for is over before the job is.
	return again !== 'never' || reason === 'limit' || reason === 'trouble';
}
