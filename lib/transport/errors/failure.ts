/** What stopped a call: the service's refusal, no answer at all, a broken or flagged answer, or the user. */
export type FailureKind =
	'refused' | 'unreachable' | 'timeout' | 'malformed' | 'cancelled' | 'flagged' | 'input';

export interface FailureFacts {
	kind: FailureKind;
	/** What to do about it, for the description of the error. */
	cure?: string;
	status?: number;
	code?: string;
	headers?: Record<string, unknown>;
	requestId?: string;
	/** Facts of the answer that a user may need later, such as an identifier of paid work. */
	details?: Record<string, unknown>;
}

/** A call that did not succeed, free of n8n; its message is a sentence for the user. */
export class ServiceFailure extends Error {
	readonly facts: FailureFacts;

	constructor(message: string, facts: FailureFacts) {
		super(message);
		this.name = 'ServiceFailure';
		this.facts = facts;
	}
}

/** A parameter that cannot be sent, found before anything was sent. */
export function badInput(message: string, cure?: string): ServiceFailure {
	return new ServiceFailure(message, { kind: 'input', cure });
}
