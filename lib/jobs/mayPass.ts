import { ServiceFailure } from '../base/failure';
import { ANSWER_TOO_LARGE } from '../base/bounds';

/** Whether a failed call may succeed later: the failure was that of the call and says nothing about the job (docs/service.md#charges). */
export function mayPass(failure: unknown): failure is ServiceFailure {
	if (!(failure instanceof ServiceFailure)) return false;
	const { kind, code, status = 0 } = failure.facts;
	if (code === ANSWER_TOO_LARGE) return false;
	// A call that is held back for the limits too long has this code, but no status.
	if (kind === 'refused') return status === 429 || status >= 500 || code === 'RATE_LIMIT_EXCEEDED';
	return kind === 'unreachable' || kind === 'timeout' || kind === 'malformed';
}
