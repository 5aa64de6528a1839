import type { Answer } from '../../core/answer';
import { ServiceFailure } from '../../core/failure';
import { glance } from '../../files/sniff';
import { failedJob } from './ending';
import type { Finding, JobCall } from './job';
import { jobState, statusOf } from './status';

const LONGEST_POLL_MS = 300_000;

/**
 * Whether an answer has the media itself, and the answer to read on with. Bytes and JSON both come with status 200 (docs/maintainers/service.md#jobs):
 * the content type decides or, where it names no media, the first bytes. Throws a ServiceFailure when not even these arrive.
 */
export async function peek(first: Answer): Promise<{ media: boolean; answer: Answer }> {
	const { isFile, answer } = await glance(first).catch((error: unknown) => {
		throw new ServiceFailure(
			'The answer broke off before it began',
			{ kind: 'unreachable' },
			error,
		);
	});
	return { media: isFile, answer };
}

/** Asks once how a job goes; throws the ServiceFailure of the call, or of the job when that failed. */
export async function lookAt(call: JobCall, timeoutMs = LONGEST_POLL_MS): Promise<Finding> {
	const { media, answer } = await peek(await call.retrieve(Math.min(LONGEST_POLL_MS, timeoutMs)));
	if (media) return { state: 'media', answer };
	const facts = await statusOf(answer);
	const state = jobState(facts);
	if (state === 'failed') throw failedJob(call.job, facts);
	if (state === 'doubtful') throw failedJob(call.job, facts, true);
	return { state, facts };
}
