import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../record';
import { ServiceFailure } from '../transport/errors/failure';
import type { JobCall } from './jobCall';
import { mayPass } from './mayPass';

const TRIES = 4;
const FIRST_REST_MS = 2_000;

/**
 * Has the media of a stored job deleted, and says in two fields whether that is done and, if not, why. Never throws.
 * The service may answer that it is not done yet and wants to be asked again (NOTES 4.4).
 */
export async function deleteMedia(call: JobCall): Promise<IDataObject> {
	let problem = '';
	for (let attempt = 1; attempt <= TRIES; attempt++) {
		const [outcome] = await Promise.allSettled([complete(call)]);
		if (outcome.status === 'fulfilled' && outcome.value) return { mediaDeleted: true };
		if (outcome.status === 'rejected') {
			const reason: unknown = outcome.reason;
			problem = reason instanceof Error ? reason.message : String(reason);
			if (!mayPass(reason)) break;
		} else problem = `The service said ${attempt} times that it is not done yet`;
		if (attempt === TRIES) break;
		const [rested] = await Promise.allSettled([call.rest(FIRST_REST_MS * 2 ** (attempt - 1))]);
		if (rested.status === 'rejected') break;
	}
	call.tell(`the media were not deleted: ${problem}`);
	return { mediaDeleted: false, mediaDeletionProblem: problem };
}

async function complete(call: JobCall): Promise<boolean> {
	const [outcome] = await Promise.allSettled([call.complete()]);
	if (outcome.status === 'fulfilled') {
		return isRecord(outcome.value.body) && outcome.value.body.success === true;
	}
	// What is not there any more need not be deleted.
	if (outcome.reason instanceof ServiceFailure && outcome.reason.facts.status === 404) return true;
	throw outcome.reason;
}
