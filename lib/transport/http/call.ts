import type { IHttpRequestOptions } from 'n8n-workflow';

import { isRecord } from '../../record';
import { answerOf, withJson, type Answer } from './answer';
import { withRetry } from './retry';
import { exchange, type Caller } from './exchange';
import { closed } from '../files/streams';
import { ServiceFailure } from '../errors/failure';
import { maybeServed, UNDER_WAY } from '../errors/maybeServed';
import type { Turn } from '../pacing/pacer';
import { bucketKey, type BucketName } from '../pacing/bucketName';
import type { Account } from './account';
import { wireBody } from './namePrefix';

export interface CallPolicy {
	/** The rate limit it counts against. */
	bucket: BucketName;
	/** How often it is sent at the most, the first time included. */
	maxTries: number;
	/** How long the waits between the tries may take together, in milliseconds. */
	maxWaitMs: number;
	/** Whether it can be sent again without cost although it was perhaps received. */
	repeatable: boolean;
	/** Whether a call that was served costs money; left out, one that is not repeatable does. */
	paid?: boolean;
	/** How long it may be held back before it is sent, in milliseconds; a window of the service's limits at least, if left out. */
	patienceMs?: number;
	/** Ends its waits. */
	signal?: AbortSignal;
	/** How many calls of the same kind come after this one. */
	queued?(): number;
	/** Runs before each try and throws when the call is not to be sent any more. */
	before?(): void;
	/** Told before each wait between two tries. */
	onWait?(ms: number, failure: ServiceFailure): void;
}

/** The windows of the service's limits are a minute long (SPECIFICATION, Limits), a block half of one; who waits for a window comes up to 10 s after it. */
const LONGEST_WINDOW_MS = 75_000;

/**
 * Sends one request to the service, when its limits allow it and as often as the policy does, and gives the answer of a 2xx:
 * JSON, unless the request asks for another encoding. Throws a ServiceFailure.
 */
export async function call(
	context: Caller,
	{ type, baseURL, namePrefix, pacer }: Account,
	options: IHttpRequestOptions,
	policy: CallPolicy,
): Promise<Answer> {
	const pending = {
		bucket: bucketKey(policy.bucket, options.body),
		queued: policy.queued,
		patienceMs: policy.patienceMs ?? Math.max(policy.maxWaitMs, LONGEST_WINDOW_MS),
		signal: policy.signal,
	};
	const sendNow = async () => {
		policy.before?.();
		const body = isPlain(options.body) ? wireBody(options.body, namePrefix) : options.body;
		return await exchange(context, type, { ...options, baseURL, body } as IHttpRequestOptions);
	};
	const tries = withRetry(async () => {
		policy.before?.();
		const turn = await pacer.turn(pending);
		const [outcome] = await Promise.allSettled([sendNow()]);
		if (outcome.status === 'rejected') {
			settle(turn, outcome.reason);
			throw outcome.reason;
		}
		const response = outcome.value;
		turn.answered(response.headers, closed(response.body));
		const answer = answerOf(response, namePrefix);
		return options.encoding === undefined ? withJson(answer) : answer;
	}, policy);
	const [outcome] = await Promise.allSettled([tries]);
	if (outcome.status === 'fulfilled') return outcome.value;
	// A wait that was ended by the end of the run says why the run ended.
	if (endedWaiting(outcome.reason)) policy.before?.();
	throw outcome.reason;
}

function endedWaiting(error: unknown): boolean {
	if (!(error instanceof ServiceFailure)) return false;
	return error.facts.kind === 'cancelled' && error.facts.code !== UNDER_WAY;
}

function settle(turn: Turn, error: unknown): void {
	const facts = error instanceof ServiceFailure ? error.facts : undefined;
	if (facts?.status !== undefined) turn.refused(facts);
	else if (facts !== undefined && maybeServed(facts)) turn.lost();
	else turn.unsent();
}

/** Whether a body is JSON, and not a form or bytes. */
function isPlain(body: unknown): body is Record<string, unknown> {
	return isRecord(body) && Object.getPrototypeOf(body) === Object.prototype;
}
