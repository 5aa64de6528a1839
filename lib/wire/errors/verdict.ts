import { ANSWER_TOO_LARGE } from '../../core/bounds';
import { IN_FLIGHT, type Charge, type FailureFacts } from '../../core/failure';
import { isRecord } from '../../core/record';
import { isNeverSent } from './connectionError';

/** What came of one attempt that failed, decided once from its facts; everything later reads this and no status. */
export interface Verdict {
	/** Whether money may have been taken, if the call is a paid one. */
	charged: 'no' | 'maybe';
	/** Whether the same call may be sent again: anyway, only where a second one costs nothing, or never. */
	again: 'same' | 'if-idempotent' | 'never';
	/** What a call ran into that is not charged: a limit, or trouble of the service in which something may be done all the same. */
	reason?: 'limit' | 'trouble';
}

type Attempt = Pick<FailureFacts, 'kind' | 'status' | 'code' | 'isUnsent' | 'isForeign'>;

/** An edge that never reached the origin says so: down, unreachable, no TLS, untrusted certificate, no address (docs/maintainers/service.md#charges). */
const NEVER_AT_ORIGIN = [521, 523, 525, 526, 530];
/** Something in between sends these in place of passing a request on. */
const STOPPED_ON_THE_WAY = [401, 403, 404, 405, 407, 413, 414, 415];
/** The one who answers has lost the other, whatever became of the work. */
const GAVE_UP_WAITING = [408, 499];

/** The verdict on an attempt that failed, read from top to bottom. */
export function verdictOf(attempt: Attempt): Verdict {
	const { kind, code } = attempt;
	// Found before anything was sent, or decided by the user.
	if (kind === 'input') return { charged: 'no', again: 'never' };
	// A wait that was ended held nothing in flight.
	if (kind === 'cancelled') return { charged: code === IN_FLIGHT ? 'maybe' : 'no', again: 'never' };
	// It was served, and what came is refused here; who made it knows whether it was charged.
	if (kind === 'flagged') return { charged: 'no', again: 'never' };
	if (kind === 'refused') return verdictOnRefusal(attempt);
	// The same answer would be as large again.
	if (code === ANSWER_TOO_LARGE) return { charged: 'maybe', again: 'never' };
	// The request never left n8n, which says nothing of whether it can.
	if (attempt.isUnsent ?? isNeverSent(code))
		return { charged: 'no', again: isUseless(code) ? 'never' : 'same' };
	// The request may have arrived, and its answer is lost or of no use.
	return LOST;
}

const LOST: Verdict = { charged: 'maybe', again: 'if-idempotent' };

function verdictOnRefusal({ status, code, isForeign }: Attempt): Verdict {
	// It was held back, and never sent.
	if (status === undefined) return { charged: 'no', again: 'never' };
	// A model that is offline stays so for longer than a retry waits.
	if (status === 503 && code === 'MODEL_OFFLINE')
		return { charged: 'no', again: 'never', reason: 'trouble' };
	// The specification calls 429, 500 and 503 safe to repeat, and no others (docs/maintainers/service.md#charges).
	if (status === 429) return { charged: 'no', again: 'same', reason: 'limit' };
	if (status === 500 || status === 503) return { charged: 'no', again: 'same', reason: 'trouble' };
	if (NEVER_AT_ORIGIN.includes(status)) return { charged: 'no', again: 'same' };
	// A redirect may come after the work; the same address answers the same again.
	if (status < 400) return { charged: 'maybe', again: 'never' };
	if (GAVE_UP_WAITING.includes(status)) return LOST;
	// The service's own refusal of a request, before any work.
	if (status < 500 && isForeign !== true) return { charged: 'no', again: 'never' };
	if (STOPPED_ON_THE_WAY.includes(status)) return { charged: 'no', again: 'never' };
	// An edge or a proxy answers after the work was done, too; and a 502 or 504 of the service is about what is behind it.
	return LOST;
}

/** No second try changes a certificate, a protocol or an address. */
function isUseless(code = ''): boolean {
	return /CERT|^UNABLE_TO_|^DEPTH_ZERO_|^SELF_SIGNED_|^EPROTO$|^ERR_(SSL|TLS|INVALID_PROTOCOL)|^EADDRNOTAVAIL$/.test(
		code,
	);
}

/** What may have been charged for a call that ended so. */
export function chargeRisk(attempt: Attempt, paid: boolean): Charge {
	return paid && verdictOf(attempt).charged === 'maybe' ? 'possible' : 'none';
}

/** The keys of the shapes in which the service refuses (docs/maintainers/service.md#errors). */
const OWN_KEYS = ['error', 'errors', 'message', 'code', 'details', 'issues', 'accepts'];

/** Whether the body of a refusal is the service's own, and not a page of something in between. */
export function isOwnError(body: unknown): boolean {
	return isRecord(body) && OWN_KEYS.some((key) => body[key] !== undefined && body[key] !== null);
}
