import { ERROR_IN_ANSWER, NOT_ENCRYPTED } from '../../core/answer';
import { ANSWER_TOO_LARGE, FILE_TOO_LARGE } from '../../core/bounds';
import {
	CANCELLED_IN_FLIGHT,
	type ChargeRisk,
	type FailureFacts,
	type FailureKind,
} from '../../core/failure';
import { isRecord } from '../../core/record';
import { allowances } from './rateHeaders';
import { connectionOutcome, isNeverSent } from './connectionOutcomes';

/** What came of one attempt that failed, decided once from its facts; everything later reads this and no status. */
export interface Verdict {
	/** Whether money may have been taken, if the call is a paid one. */
	charged: 'no' | 'maybe';
	/** Whether the same call may be sent again: anyway, only where a second one costs nothing, or never. */
	again: 'same' | 'if-idempotent' | 'never';
	/**
	 * What a refusal is about: a limit, trouble of the service in which something may be done all the same, the credential, the money, or
	 * the request itself; undefined where it says nothing of these.
	 */
	reason?: 'limit' | 'trouble' | 'access' | 'funds' | 'request';
	/** What a limit is that of: these calls, their model, the whole key, blocked after too many failures, or nothing that is named. */
	limitOf?: 'calls' | 'model' | 'key' | 'unnamed';
	/** Whether a request of less, or of something else, may be served: it is refused for what it holds, or for how much. */
	isAboutContent?: boolean;
	/** Whether another model may answer, as long as nothing was charged: anyway, or where each model has limits of its own. */
	otherModel?: 'any' | 'if-own-limits';
	/** Whether nothing more of the run can succeed. */
	endsRun?: boolean;
}

/** What is known of an attempt; the headers of a refusal have their neutral names (docs/maintainers/service.md#addresses-and-names). */
type FailedAttempt = Pick<
	FailureFacts,
	'kind' | 'status' | 'code' | 'isUnsent' | 'isForeign' | 'fields' | 'headers'
>;

/** An edge that never reached the origin says so: down, unreachable, no TLS, untrusted certificate, no address (docs/maintainers/service.md#charges). */
const ORIGIN_NOT_REACHED_STATUSES = [521, 523, 525, 526, 530];
/** Something in between sends these in place of passing a request on (RFC 9110, 15.5; RFC 6585; RFC 7725). */
const INTERMEDIARY_STATUSES = [
	...[401, 403, 404, 405, 407, 411, 413, 414, 415, 417, 421, 426, 431, 451, 511],
];
/** The one who answers has lost the other, whatever became of the work. */
const GAVE_UP_WAITING_STATUSES = [408, 499];

/** Answers that are refused for what they are. */
const CODES_REFUSED_HERE = [ANSWER_TOO_LARGE, FILE_TOO_LARGE, ERROR_IN_ANSWER, NOT_ENCRYPTED];

/** The verdict on an attempt that failed, read from top to bottom. */
export function verdictOf(attempt: FailedAttempt): Verdict {
	const { kind, code } = attempt;
	// Found before anything was sent, or decided by the user.
	if (kind === 'input') return { charged: 'no', again: 'never' };
	// A wait that was ended held nothing in flight.
	if (kind === 'cancelled')
		return {
			charged: code === CANCELLED_IN_FLIGHT ? 'maybe' : 'no',
			again: 'never',
			endsRun: true,
		};
	// It was served, and what came is refused here; who made it knows whether it was charged.
	if (kind === 'flagged') return { charged: 'no', again: 'never' };
	if (kind === 'refused') return { ...chargeVerdict(attempt), ...subjectVerdict(attempt) };
	// It arrived and is refused here: no lost answer, and the same call would be answered so again.
	if (CODES_REFUSED_HERE.includes(code ?? '')) return { charged: 'maybe', again: 'never' };
	// The request never left n8n, which says nothing of whether it can.
	if (attempt.isUnsent ?? isNeverSent(code))
		return { charged: 'no', again: connectionOutcome(code).isLasting ? 'never' : 'same' };
	// The request may have arrived, and its answer is lost or of no use.
	return LOST_ANSWER_VERDICT;
}

const LOST_ANSWER_VERDICT: Verdict = { charged: 'maybe', again: 'if-idempotent' };

/** Whether a refusal is charged, and whether the same is sent again after it. */
function chargeVerdict({ status, code, isForeign }: FailedAttempt): Verdict {
	// It was held back, and never sent.
	if (status === undefined) return { charged: 'no', again: 'never' };
	// A model that is offline stays so for longer than a retry waits.
	if (status === 503 && code === 'MODEL_OFFLINE') return { charged: 'no', again: 'never' };
	// The specification calls 429, 500 and 503 safe to repeat, and no others (docs/maintainers/service.md#charges).
	if ([429, 500, 503, ...ORIGIN_NOT_REACHED_STATUSES].includes(status))
		return { charged: 'no', again: 'same' };
	// A redirect may come after the work; the same address answers the same again.
	if (status < 400) return { charged: 'maybe', again: 'never' };
	if (GAVE_UP_WAITING_STATUSES.includes(status)) return LOST_ANSWER_VERDICT;
	// The service's own refusal of a request, before any work.
	if (status < 500 && isForeign !== true) return { charged: 'no', again: 'never' };
	if (isForeign === true && INTERMEDIARY_STATUSES.includes(status))
		return { charged: 'no', again: 'never' };
	// An edge or a proxy answers after the work was done, too; and a 502 or 504 of the service is about what is behind it.
	return LOST_ANSWER_VERDICT;
}

/** What a text holds or how long it is, as services refuse it. */
const CONTENT_STATUSES = [400, 413, 422];

/** What a refusal is about, and who may still be asked. */
function subjectVerdict(attempt: FailedAttempt): Partial<Verdict> {
	const isAboutContent = CONTENT_STATUSES.includes(attempt.status ?? 0);
	return { ...reasonVerdict(attempt), ...(isAboutContent ? { isAboutContent } : {}) };
}

function reasonVerdict({ status, code, fields = [], headers }: FailedAttempt): Partial<Verdict> {
	switch (status) {
		case undefined:
			// It was held back for a limit, or for something of this run, such as a cap.
			return code === RATE_LIMIT_CODE ? { reason: 'limit', otherModel: 'if-own-limits' } : {};
		case 429:
			return { reason: 'limit', ...limitBehind(code, headers) };
		case 500:
			return { reason: 'trouble' };
		case 503:
			return { reason: 'trouble', otherModel: 'any' };
		case 401:
			// A key that is good, but not for this model, serves other items.
			return { reason: 'access', endsRun: code !== 'PRO_ONLY_MODEL' };
		case 402:
			return { reason: 'funds', endsRun: true };
		case 403:
			return { reason: 'access' };
		case 410:
			// The model was withdrawn.
			return { reason: 'request', otherModel: 'any' };
		default:
			if (status >= 500 || GAVE_UP_WAITING_STATUSES.includes(status)) return {};
			return isAboutModel(code, fields)
				? { reason: 'request', otherModel: 'any' }
				: { reason: 'request' };
	}
}

/** What is refused with a 429, and whether another model is refused as well (docs/maintainers/service.md#rate-limits). */
function limitBehind(code: string | undefined, headers: FailureFacts['headers']): Partial<Verdict> {
	if (code === 'MODEL_OVERLOADED') return { limitOf: 'model', otherModel: 'any' };
	const named = Object.values(allowances(headers ?? {})).flatMap((known) => Object.keys(known));
	return code === RATE_LIMIT_CODE || named.length > 0
		? { limitOf: 'calls', otherModel: 'if-own-limits' }
		: { limitOf: code === KEY_BLOCKED ? 'key' : 'unnamed' };
}

/** The code of a refusal for a limit, and of a call that was not sent, as it would have had to wait for a limit longer than it may. */
const RATE_LIMIT_CODE = 'RATE_LIMIT_EXCEEDED';

/** The code of a refusal that says, in words alone, that the key is blocked for a while after too many failures. */
export const KEY_BLOCKED = 'KEY_BLOCKED';

/** Whether a refusal names the model, and nothing else of the request. */
function isAboutModel(code: string | undefined, fields: readonly string[]): boolean {
	if (code === 'INVALID_MODEL' || code === 'MODEL_NOT_FOUND') return true;
	return fields.length === 1 && fields[0] === 'model';
}

/** What may have been charged for a call that ended so. */
export function chargeRisk(attempt: FailedAttempt, paid: boolean): ChargeRisk {
	return paid && verdictOf(attempt).charged === 'maybe' ? 'possible' : 'none';
}

/** The keys of the shapes in which the service refuses (docs/maintainers/service.md#errors). */
const SERVICE_ERROR_KEYS = ['error', 'errors', 'message', 'code', 'details', 'issues', 'accepts'];

/** Whether something in between refused in place of the service. By its definition, 407 is the answer of a proxy (RFC 9110, 15.5.8). */
export function isIntermediaryRefusal(status: number, body: unknown): boolean {
	return status === 407 || !isServiceError(body);
}

/** What an answer is that is not served. A part of an answer (2xx) refuses nothing. */
export function failureKindOfStatus(status: number): FailureKind {
	return status < 300 ? 'malformed' : 'refused';
}

/** Whether the body of a refusal is the service's own, and not a page of something in between. */
export function isServiceError(body: unknown): boolean {
	return (
		isRecord(body) &&
		SERVICE_ERROR_KEYS.some((key) => body[key] !== undefined && body[key] !== null)
	);
}
