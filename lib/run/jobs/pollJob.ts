import type { Answer } from '../../core/answer';
import { ServiceFailure } from '../../core/failure';
import { inspectBody } from '../../files/inspectBody';
import { failedJobFailure } from './jobEnd';
import type { JobFinding, JobCall } from './queuedJob';
import { jobState, readStatus } from './status';

const POLL_TIMEOUT_MS = 300_000;

/**
 * Whether an answer has the media itself. Bytes and JSON both come with status 200 (docs/maintainers/service.md#jobs):
 * the content type decides or, where it names no media, the first bytes. Throws a ServiceFailure when not even these arrive.
 */
export async function hasMedia(answer: Answer): Promise<boolean> {
	const { isFile } = await inspectBody(answer).catch((error: unknown) => {
		throw new ServiceFailure(
			'The answer ended early before it began',
			{ kind: 'unreachable' },
			error,
		);
	});
	return isFile;
}

/** Asks once how a job goes; throws the ServiceFailure of the call, or of the job when that failed. */
export async function pollJob(call: JobCall, timeoutMs = POLL_TIMEOUT_MS): Promise<JobFinding> {
	const answer = await call.retrieve(Math.min(POLL_TIMEOUT_MS, timeoutMs));
	if (await hasMedia(answer)) return { state: 'media', answer };
	const facts = await readStatus(answer);
	const state = jobState(facts);
	if (state === 'failed') throw failedJobFailure(call.job, facts);
	if (state === 'doubtful') throw failedJobFailure(call.job, facts, true);
	return { state, facts };
}
