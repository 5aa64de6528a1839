import { withJson } from '../base/answer';
import { maybeServed, ServiceFailure } from '../base/failure';
import { closed } from '../base/streams';
import { bucketKey } from '../pacing/bucketName';
import type { Turn } from '../pacing/pacer';
import type { Call, Step } from './send';

/** The windows of the service's limits are a minute long (docs/service.md#rate-limits), a block half of one; who waits for a window comes up to 10 s after it. */
const LONGEST_WINDOW_MS = 75_000;

/** Holds a request back until the limits of the service allow it, and learns from its answer; it is JSON unless the request names an encoding. */
export const pace: Step<Call> = async (next, item, options, policy) => {
	const { pacer } = await item.account();
	const turn = await pacer.turn({
		bucket: bucketKey(policy.bucket ?? item.bucket, options.body),
		queued: item.queued,
		patienceMs: item.patienceMs ?? Math.max(item.maxWaitMs, LONGEST_WINDOW_MS),
		signal: policy.ending,
	});
	const send = async () => {
		item.requireOpen?.();
		return await next(item, options, policy);
	};
	const answer = await send().catch((error: unknown) => {
		settle(turn, error);
		throw error;
	});
	turn.answered(answer.headers, closed(answer.body));
	return options.encoding === undefined ? withJson(answer) : answer;
};

function settle(turn: Turn, error: unknown): void {
	const facts = error instanceof ServiceFailure ? error.facts : undefined;
	if (facts?.status !== undefined) turn.refused(facts);
	else if (facts !== undefined && maybeServed(facts)) turn.lost();
	else turn.unsent(facts?.kind === 'unreachable');
}
