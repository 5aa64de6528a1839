import { requireJson } from '../core/answer';
import { clock, wait } from '../core/clock';
import {
	cancelledFailure,
	failureOrRethrow,
	isCancelledWait,
	ServiceFailure,
} from '../core/failure';
import { isRecord } from '../core/record';
import { AnswerBody } from '../core/streams';
import { durationInWords } from '../core/duration';
import { verdictOf } from './errors/verdict';
import { bucketKey, modelKey } from './pacing/bucket';
import { PATIENCE_WITH_FAULT_MS } from './pacing/outage';
import type { Turn } from './pacing/pacer';
import { allowances, LONGEST_WINDOW_MS } from './errors/rateHeaders';
import { namedDelay, retryDelay } from './errors/retryDelay';
import type { Step } from './send';

/** Sends a request again as its call and the answer of the service allow. */
export const retry: Step = async (next, call) => {
	const { payer, maxTries, maxWaitMs, end: signal, leavesModel } = call;
	const once = call.secretShownOnce === true && call.free !== true;
	const repeatable = !once && (!call.paid || call.repeatable === true);
	let { isRepeat } = call;
	const send = async (_attempt: number, waitedMs: number) => {
		const answer = await next({ ...call, waitedMs }).catch((error: unknown) => {
			isRepeat ||= error instanceof ServiceFailure && (error.facts.charge ?? 'none') !== 'none';
			throw error;
		});
		return isRepeat === true ? { ...answer, isRepeat } : answer;
	};
	const onWait = (ms: number, failure: ServiceFailure) => payer.onWait?.(ms, failure);
	const how = { maxTries, maxWaitMs, repeatable, once, leavesModel, signal, onWait };
	return await withRetry(send, how).catch((error: unknown) => {
		// A wait that was ended by the end of the run says why the run ended.
		if (isCancelledWait(error)) payer.requireOpen?.();
		throw error;
	});
};

export interface RetryPolicy {
	/** Maximum number of tries, including the first. */
	maxTries: number;
	/** How long all waits of one call may take together, in milliseconds; waits for the reset of a limit count one at a time. */
	maxWaitMs: number;
	/** Whether a call that may have been received can be sent again without cost. */
	repeatable: boolean;
	/** Whether its answer comes this one time. */
	once?: boolean;
	/** Whether another model can answer it: one at fault then gets two tries, and no longer wait. */
	leavesModel?: boolean;
	/** Milliseconds to the next try, or undefined when there must be none; without it, `retryDelay` decides. */
	delay?(failure: ServiceFailure, attempt: number): number | undefined;
	signal?: AbortSignal;
	/** Called before each wait. */
	onWait?(ms: number, failure: ServiceFailure, attempt: number): void;
	/** Waits in another way than `wait`, e.g. while other items are sent. */
	rest?(ms: number): Promise<void>;
}

/**
 * The result of `send`, retried as the policy and the service's answer allow.
 * Throws the last ServiceFailure, with the number of tries and the time that passed in its message, and a possible charge of any try among
 * its facts; other errors pass at once.
 */
export async function withRetry<T>(
	send: (attempt: number, waitedMs: number) => Promise<T>,
	policy: RetryPolicy,
): Promise<T> {
	const { maxTries, maxWaitMs, signal } = policy;
	const startedAt = clock.steady();
	let waitedMs = 0;
	let chargedFacts: ServiceFailure['facts'] | undefined;
	let earlierFailure: ServiceFailure | undefined;
	for (let attempt = 1; ; attempt++) {
		if (signal?.aborted)
			throw cancelledFailure({ charge: chargedFacts?.charge, sentAt: chargedFacts?.sentAt });
		const outcome = await send(attempt, waitedMs).catch(failureOrRethrow);
		if (!(outcome instanceof ServiceFailure)) return outcome;
		const failure = withEarlierCharge(outcome, chargedFacts);
		chargedFacts = failure.facts;
		const delay = policy.delay
			? policy.delay(failure, attempt)
			: retryDelayOf(failure, attempt, policy);
		if (delay === undefined) throw withEarlierCause(failure, earlierFailure);
		if (attempt >= maxTries || waitedMs + delay > maxWaitMs) {
			const named = policy.delay ? delay : Math.max(delay, namedDelay(failure.facts));
			const after = attempt < maxTries ? named : undefined;
			throw withEarlierCause(
				givenUpFailure(failure, attempt, clock.steady() - startedAt, after),
				earlierFailure,
			);
		}
		if (!hidesCause(failure)) earlierFailure = failure;
		policy.onWait?.(delay, failure, attempt);
		await (policy.rest ? policy.rest(delay) : wait(delay, signal));
		if (!isUsedUpLimit(failure)) waitedMs += delay;
	}
}

function retryDelayOf(
	{ facts }: ServiceFailure,
	attempt: number,
	{ repeatable, once, leavesModel }: RetryPolicy,
) {
	const delay = retryDelay({ failure: facts, attempt, random: clock.random(), repeatable, once });
	const isLeft = leavesModel === true && verdictOf(facts).modelFault !== undefined;
	return isLeft && (attempt > 1 || Number(delay) > PATIENCE_WITH_FAULT_MS) ? undefined : delay;
}

/** A limit that many share can be used up more than once before the call has its turn, in a window that ends soon. */
function isUsedUpLimit({ facts }: ServiceFailure): boolean {
	const { requests, tokens } = allowances(facts.headers ?? {});
	const isNear = namedDelay(facts) <= LONGEST_WINDOW_MS;
	const isLimit = verdictOf(facts).reason === 'limit';
	return isLimit && isNear && (requests.left === 0 || tokens.left === 0);
}

/** A limit, of the service or of the pacer, says nothing of why the tries before it failed. */
function hidesCause({ facts }: ServiceFailure): boolean {
	return (
		verdictOf(facts).reason === 'limit' || (facts.kind === 'refused' && facts.status === undefined)
	);
}

function withEarlierCause(failure: ServiceFailure, before?: ServiceFailure): ServiceFailure {
	if (before === undefined || !hidesCause(failure)) return failure;
	return failure.withMessage(`${failure.message}. An earlier try failed: ${before.message}`);
}

/** A refusal says nothing of the tries before it. */
function withEarlierCharge(
	failure: ServiceFailure,
	{ charge = 'none', sentAt, requestId }: Partial<ServiceFailure['facts']> = {},
): ServiceFailure {
	const { charge: own = 'none' } = failure.facts;
	if (own !== 'none' || charge === 'none') return failure;
	// The call that may have been charged is the one to look for.
	return failure.withMessage(failure.message, { charge, sentAt, requestId });
}

function givenUpFailure(
	failure: ServiceFailure,
	tries: number,
	tookMs: number,
	delay?: number,
): ServiceFailure {
	const times = tries === 1 ? 'once' : `${tries} times in ${durationInWords(tookMs, true)}`;
	const next =
		delay === undefined
			? ''
			: `; the next try would have to wait ${durationInWords(delay, true)}, longer than Max Wait allows`;
	return failure.withMessage(`${failure.message} (tried ${times}${next})`);
}

/** Holds a request back until the limits of the service allow it, and learns from its answer; it is JSON, unless the request names an encoding or a reader. */
export const pace: Step = async (next, call) => {
	const { payer, request, readBody } = call;
	const turn = await payer.account.pacer.waitForTurn({
		bucket: bucketKey(call.bucket, request.body),
		model: modelKey(call.bucket, request.body),
		leavesModel: call.leavesModel,
		patienceMs: call.patienceMs ?? Math.max(call.maxWaitMs, LONGEST_WINDOW_MS),
		heldMs: call.waitedMs,
		goesFirst: call.goesFirst,
		signal: call.end,
	});
	const send = async () => {
		payer.requireOpen?.();
		return await next(call);
	};
	const answer = await send().catch((error: unknown) => {
		releaseTurn(turn, error);
		throw error;
	});
	if (isRecord(request.body) && Number(request.body.n) > 1) answer.asked = Number(request.body.n);
	turn.answered(answer.headers, answer.body instanceof AnswerBody ? answer.body : undefined);
	if (readBody !== undefined) return await readBody(answer);
	return request.encoding === undefined ? requireJson(answer) : answer;
};

function releaseTurn(turn: Turn, error: unknown): void {
	const facts = error instanceof ServiceFailure ? error.facts : undefined;
	if (facts?.status !== undefined) turn.refused(facts);
	else if (facts !== undefined && verdictOf(facts).charged === 'maybe') turn.lost();
	else turn.unsent(facts);
}
