import type { IHttpRequestOptions } from 'n8n-workflow';

import { isRecord } from '../base/record';
import type { Ending } from '../base/clock';
import { answerOf, withJson, type Answer } from '../base/answer';
import { withRetry } from './retry';
import { exchange, type Caller } from './exchange';
import { closed } from '../base/streams';
import { endedWaiting, maybeServed, ServiceFailure } from '../base/failure';
import type { Turn } from '../pacing/pacer';
import { bucketKey, type BucketName } from '../pacing/bucketName';
import type { Account } from './account';
import { wireBody } from './namePrefix';

export interface CallPolicy {
	/** The rate limit it counts against. */
	bucket: BucketName;
	/** Maximum number of attempts, including the first. */
	maxTries: number;
	/** How long the waits between the tries may take together, in milliseconds. */
	maxWaitMs: number;
	/** Whether it can be sent again without cost although it was perhaps received. */
	repeatable: boolean;
	/** Whether its answer comes this one time. */
	once?: boolean;
	/** Whether a call that was served costs money; if unset, one that is not repeatable does. */
	paid?: boolean;
	/** How long it may be held back before it is sent, in milliseconds; if unset, at least a window of the service's limits. */
	patienceMs?: number;
	/** Ends its waits. */
	signal?: Ending;
	/** How many calls of the same kind come after this one. */
	queued?(): number;
	/** Runs before each try and throws when the call is not to be sent any more. */
	before?(): void;
	/** Called before each wait between two attempts. */
	onWait?(ms: number, failure: ServiceFailure): void;
}

/** The windows of the service's limits are a minute long (docs/service.md#rate-limits), a block half of one; who waits for a window comes up to 10 s after it. */
const LONGEST_WINDOW_MS = 75_000;

/**
 * Sends one request to the service when its limits allow it, retries it as the policy allows, and returns the answer of a 2xx:
 * JSON, unless the request asks for another encoding. Throws a ServiceFailure.
 */
export async function call(
	context: Caller,
	{ type, baseURL, namePrefix, pacer, redact }: Account,
	options: IHttpRequestOptions,
	policy: CallPolicy,
): Promise<Answer> {
	const pending = {
		bucket: bucketKey(policy.bucket, options.body),
		queued: policy.queued,
		patienceMs: policy.patienceMs ?? Math.max(policy.maxWaitMs, LONGEST_WINDOW_MS),
		signal: policy.signal,
	};
	const paid = policy.paid ?? !policy.repeatable;
	const sendNow = async () => {
		policy.before?.();
		const body = isPlain(options.body) ? wireBody(options.body, namePrefix) : options.body;
		const request = { ...options, baseURL, body } as IHttpRequestOptions;
		return await exchange(context, type, request, paid, redact);
	};
	const sendOnce = async () => {
		const turn = await pacer.turn(pending);
		const response = await sendNow().catch((error: unknown) => {
			settle(turn, error);
			throw error;
		});
		turn.answered(response.headers, closed(response.body));
		const answer = answerOf(response, namePrefix, paid);
		return options.encoding === undefined ? withJson(answer) : answer;
	};
	return await withRetry(sendOnce, policy).catch((error: unknown) => {
		// A wait that was ended by the end of the run says why the run ended.
		if (endedWaiting(error)) policy.before?.();
		throw error;
	});
}

function settle(turn: Turn, error: unknown): void {
	const facts = error instanceof ServiceFailure ? error.facts : undefined;
	if (facts?.status !== undefined) turn.refused(facts);
	else if (facts !== undefined && maybeServed(facts)) turn.lost();
	else turn.unsent(facts?.kind === 'unreachable');
}

/** Whether a body is JSON, and not a form or bytes. */
function isPlain(body: unknown): body is Record<string, unknown> {
	return isRecord(body) && Object.getPrototypeOf(body) === Object.prototype;
}
