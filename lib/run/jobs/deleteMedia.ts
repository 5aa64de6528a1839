import type { IDataObject } from 'n8n-workflow';

import { unreadableAnswerFailure } from '../../core/answer';
import { failureOrRethrow, messageOf, ServiceFailure } from '../../core/failure';
import { isRecord } from '../../core/record';
import { withRetry } from '../../wire/retry';
import { verdictOf } from '../../wire/errors/verdict';
import { deleteLinkedMedia, earlierLinkOf, foreignLinkFailure } from './ownLink';
import { isTemporary, type JobCall } from './queuedJob';

const FIRST_PAUSE_MS = 2_000;

/**
 * Has the media of a stored job deleted, and says in two fields whether that is done and, if not, why. Never throws.
 * The service may answer that it is not done yet and wants to be asked again (docs/maintainers/service.md#jobs).
 */
export async function deleteMedia(call: JobCall): Promise<IDataObject> {
	try {
		await withRetry(async () => await completeJob(call), {
			maxTries: 4,
			maxWaitMs: Number.POSITIVE_INFINITY,
			repeatable: true,
			delay: (failure, attempt) =>
				isTemporary(failure) ? FIRST_PAUSE_MS * 2 ** (attempt - 1) : undefined,
			rest: async (ms) => await call.rest(ms),
		});
		return { mediaDeleted: true };
	} catch (error) {
		const mediaDeletionProblem = messageOf(error);
		call.tell(`the media were not deleted: ${mediaDeletionProblem}`);
		return { mediaDeleted: false, mediaDeletionProblem };
	}
}

async function completeJob(call: JobCall): Promise<void> {
	// Such media lie behind their link alone: the service knows of no job to complete.
	const { job, context } = call;
	if (job.downloadUrl !== undefined) {
		if (call.isNamed && earlierLinkOf(context, job) === undefined) throw foreignLinkFailure(job);
		// The file was there, so that nothing is behind a link that says so.
		await deleteLinkedMedia(context, job.downloadUrl);
		return;
	}
	const answer = await call.complete().catch(failureOrRethrow);
	if (answer instanceof ServiceFailure) {
		// What is not there any more need not be deleted.
		if (verdictOf(answer.facts).absent === 'item') return;
		throw answer;
	}
	if (isRecord(answer.body) && answer.body.success === true) return;
	throw unreadableAnswerFailure(answer, 'The service has not deleted the media yet');
}
