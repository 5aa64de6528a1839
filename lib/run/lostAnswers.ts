import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { isRecord } from '../base/record';
import { ServiceFailure, type FailureFacts } from '../base/failure';
import type { Asked, PaidWork } from './paidWork';

/** A call that may have been charged and has no answer, as n8n keeps it with the execution. */
interface Lost {
	execution: string | undefined;
	message: string;
	facts: Pick<FailureFacts, 'kind' | 'charge' | 'status' | 'code' | 'requestId' | 'details'>;
}

const CURE =
	'It was not sent again. To send it on Retry, turn on Send Again After a Lost Answer under Options > Retries and Limits, save the workflow, and retry with the saved workflow.';

/**
 * The items of a node run whose answers were lost. n8n runs them again for Retry On Fail, which is no decision to pay again:
 * they fail as before. The Retry button sends them if the user turned that on.
 */
export class LostAnswers {
	private readonly execution: string | undefined;

	private readonly isStopped: () => boolean;

	private readonly isRetry: boolean;

	constructor(
		context: IExecuteSingleFunctions,
		private readonly work: PaidWork,
		/** Whether the Retry button sends them again. */
		private readonly sendsAgain: boolean,
		/** Whether its calls carry an idempotency key, so that within the same execution each is charged once. */
		private readonly isKeyed: boolean,
		/** Called before what may have been charged is sent again. */
		private readonly onRepeat: () => void,
	) {
		this.execution = context.getExecutionId();
		this.isStopped = () => context.getExecutionCancelSignal()?.aborted === true;
		this.isRetry = context.getMode() === 'retry';
	}

	/** The result of `make`. Throws the ServiceFailure of an earlier try whose answer to this request was lost, without a call. */
	async guard<T>(place: string, asked: Asked, make: () => Promise<T>): Promise<T> {
		const key = `lost:${place}`;
		const lost = await this.work.at(key, asked);
		if (isLost(lost)) {
			if (this.maySend(lost)) this.onRepeat();
			else throw new ServiceFailure(lost.message, { ...lost.facts, cure: CURE });
		}
		const made = await make().catch((error: unknown) => {
			this.note(key, asked, error);
			throw error;
		});
		this.work.forget(key);
		return made;
	}

	private maySend({ execution }: Lost): boolean {
		// A run of the workflow that is no retry was started by someone who wants all of it.
		return execution === this.execution ? this.isKeyed : this.sendsAgain || !this.isRetry;
	}

	private note(key: string, asked: Asked, error: unknown): void {
		if (!(error instanceof ServiceFailure) || (error.facts.charge ?? 'none') === 'none') return;
		const { kind, charge, status, code, requestId, details } = error.facts;
		// What the next run says is not about that run, and n8n takes an error with the word "canceled" for a stop.
		const [message, kindNow] = this.isStopped()
			? ['The call was in flight when the execution was stopped', 'unreachable' as const]
			: [error.message, kind];
		const facts = { kind: kindNow, charge, status, code, requestId, details };
		const lost: Lost = { execution: this.execution, message, facts };
		this.work.keep(key, asked, lost);
	}
}

function isLost(kept: unknown): kept is Lost {
	return isRecord(kept) && typeof kept.message === 'string' && isRecord(kept.facts);
}
