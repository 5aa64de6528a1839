import type { IBinaryKeyData } from 'n8n-workflow';

/**
 * What stopped a call: the service's refusal, no answer at all, a broken or flagged answer, or the user. `input` is for what the user must
 * correct; a call that a rule of this run holds back is `refused` without a status.
 */
export type FailureKind =
	'refused' | 'unreachable' | 'timeout' | 'malformed' | 'cancelled' | 'flagged' | 'input';

/** Whether money may have been taken for what failed. */
export type ChargeRisk = 'none' | 'possible' | 'certain';

/** What came of one attempt that failed, decided once from its facts; everything later reads this and no status. */
export interface Verdict {
	/** Whether money may have been taken, if the call is a paid one. */
	charged: 'no' | 'maybe';
	/** Whether the same call may be sent again: anyway, only where a second one costs nothing, or never. */
	again: 'same' | 'if-idempotent' | 'never';
	/**
	 * What a refusal is about: a limit, trouble of the service in which something may be done all the same, the credential itself, what it may
	 * do, the money, or the request; undefined where it says nothing of these.
	 */
	reason?: 'limit' | 'trouble' | 'key' | 'access' | 'funds' | 'request';
	/** What a limit is that of: these calls, their model, the whole key, blocked after too many failures, or nothing that is named. */
	limitOf?: 'calls' | 'model' | 'key' | 'unnamed';
	/** Whether a request of less, or of something else, may be served: it is refused for what it holds, or for how much. */
	isAboutContent?: boolean;
	/** What the model is, such as "at capacity", where it is at fault and not the request: another one may answer, as long as nothing was charged. */
	modelFault?: string;
	/** How long must pass before it may be sent again, in milliseconds. */
	atLeastMs?: number;
	/** Whether nothing more of the run can succeed. */
	endsRun?: boolean;
	/** What does not exist: what was asked for, as the service says, or the service itself at this address, as a page of another server says. */
	absent?: 'item' | 'service';
	/** What it says of a job that is asked after: it is too early, its content is refused, or the service does not know it (docs/maintainers/service.md#jobs). */
	job?: 'early' | 'refused' | 'gone';
}

export interface FailureFacts {
	kind: FailureKind;
	/** What to do about it, for the description of the error. */
	cure?: string;
	/** Set where the failure is created, worded by `nodeError` alone; if unset, nothing was charged. */
	charge?: ChargeRisk;
	/** Whether what was paid for is kept, so that a retry reads it again and pays for nothing. */
	isKept?: boolean;
	status?: number;
	code?: string;
	/** The words of a refusal, with its code and type: services say the same under many codes. */
	says?: string;
	/** Whether no connection was made, so that nothing was sent. */
	isUnsent?: boolean;
	/** Whether something between n8n and the service answered in its place, such as a proxy or an edge. */
	isForeign?: boolean;
	/** Whether a part of the answer had come, before it ended early. */
	hasBegun?: boolean;
	fields?: string[];
	headers?: Record<string, unknown>;
	requestId?: string;
	/** When the call was sent, as Unix milliseconds. */
	sentAt?: number;
	/** Facts of the answer that a user may need later, such as an identifier of paid work. */
	details?: Record<string, unknown>;
	/** What was made and paid for before, for the error item of a node that continues. */
	files?: IBinaryKeyData;
}

/** A call that did not succeed, free of n8n; its message is a sentence for the user. */
export class ServiceFailure extends Error {
	readonly facts: FailureFacts;

	constructor(message: string, facts: FailureFacts, cause?: unknown) {
		super(message, cause === undefined ? undefined : { cause: withoutRequest(cause) });
		this.name = 'ServiceFailure';
		this.facts = facts;
	}

	/** The same failure in other words and with further facts; this one stays reachable as its cause. */
	withMessage(message: string, facts: Partial<FailureFacts> = {}): ServiceFailure {
		return new ServiceFailure(message, { ...this.facts, ...facts }, this);
	}
}

/** What was thrown, as a failure: of the given kind, unless it is one already. */
export function failureOf(error: unknown, kind: FailureKind): ServiceFailure {
	if (error instanceof ServiceFailure) return error;
	return new ServiceFailure(messageOf(error), { kind }, error);
}

/** For `.catch`: a failure as a value, to be looked at; anything else is thrown on. */
export function failureOrRethrow(error: unknown): ServiceFailure {
	if (error instanceof ServiceFailure) return error;
	throw error;
}

export function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

/** A parameter that cannot be sent, found before anything was sent, with the step that helps. */
export function badInput(message: string, cure: string): ServiceFailure {
	return new ServiceFailure(message, { kind: 'input', cure });
}

export const emptyInput = (label: string): ServiceFailure =>
	badInput(`${label} must not be empty`, 'Enter a value, or check what its expression returns.');

/** The code of a call that was ended while it was in flight, not while it waited. */
export const CANCELLED_IN_FLIGHT = 'CALL_IN_FLIGHT';

export function cancelledFailure(
	facts: Partial<FailureFacts> = {},
	cause?: unknown,
): ServiceFailure {
	return new ServiceFailure('The execution was canceled', { ...facts, kind: 'cancelled' }, cause);
}

export function cancelledInFlightFailure(charge: ChargeRisk, cause?: unknown): ServiceFailure {
	return cancelledFailure({ charge, code: CANCELLED_IN_FLIGHT }, cause);
}

export function isCancelled(error: unknown): boolean {
	return error instanceof ServiceFailure && error.facts.kind === 'cancelled';
}

/** Whether an error came of a wait that was ended, so that nothing was in flight. */
export function isCancelledWait(error: unknown): boolean {
	if (!(error instanceof ServiceFailure)) return false;
	return error.facts.kind === 'cancelled' && error.facts.code !== CANCELLED_IN_FLIGHT;
}

/** Errors of n8n and its HTTP client hold the request, and with it the key: of those only the words are kept. */
function withoutRequest(cause: unknown): Error {
	if (cause instanceof ServiceFailure) return cause;
	const plain = new Error(messageOf(cause));
	if (cause instanceof Error) {
		plain.name = cause.name;
		plain.stack = cause.stack;
	}
	return plain;
}
