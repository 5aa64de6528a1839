import type { IDataObject } from 'n8n-workflow';

import { clock } from '../base/clock';
import { caught, ServiceFailure } from '../base/failure';
import { wireText } from '../text/wireText';
import { JOB_FAILED, mayPass, type Finding, type JobCall } from './job';
import { peek } from './jobItem';
import { pollDelay } from './schedule';
import { jobState, statusOf, timesOf } from './status';

/** A poll may take so long even when it is the last one. */
const LAST_POLL_MS = 60_000;
const LONGEST_POLL_MS = 300_000;
/** A poll that fails so often with the code of a job that failed is believed. */
const BELIEVED = 3;

/** Jobs that are waited for in this process. */
let waiting = 0;

/** Asks once how a job goes; throws the ServiceFailure of the call, or of the job when that failed. */
export async function lookAt(call: JobCall, timeoutMs = LONGEST_POLL_MS): Promise<Finding> {
	const { media, answer } = await peek(await call.retrieve(timeoutMs));
	if (media) return { state: 'media', answer };
	const facts = await statusOf(answer);
	const state = jobState(facts.status);
	if (state !== 'failed') return { state, facts };
	throw new ServiceFailure(`The job ${call.job.queueId} failed: ${JSON.stringify(facts)}`, {
		kind: 'refused',
		code: JOB_FAILED,
		charge: 'possible',
		cure: 'Change the request and queue it again.',
	});
}

/**
 * Asks again and again until a job is done or `maxWaitMs` milliseconds are over; it is then given as still running, with what was last `known`.
 * What may pass is survived until then: 429, 5xx, broken connections, timeouts, malformed answers. Throws every other failure.
 */
export async function followJob(
	call: JobCall,
	maxWaitMs: number,
	known: IDataObject = {},
): Promise<Finding> {
	waiting++;
	try {
		return await askUntil(call, maxWaitMs, known);
	} finally {
		waiting--;
	}
}

async function askUntil(call: JobCall, maxWaitMs: number, known: IDataObject): Promise<Finding> {
	const begun = clock.now();
	let facts = known;
	let failures = 0;
	let problem: string | undefined;
	let believed = 0;
	for (;;) {
		const timeout = Math.max(LAST_POLL_MS, begun + maxWaitMs - clock.now());
		const found = await lookAt(call, Math.min(LONGEST_POLL_MS, timeout)).catch(caught);
		if (found instanceof ServiceFailure) {
			believed += saysFailed(found) ? 1 : -believed;
			if (!mayPass(found) || believed === BELIEVED) throw found;
			failures++;
			problem = found.message;
		} else {
			if (found.state !== 'running') return found;
			[failures, believed, problem] = [0, 0, undefined];
			facts = found.facts;
		}
		const elapsed = clock.now() - begun;
		call.tell(problem === undefined ? progress(facts, elapsed) : `no news: ${problem}`);
		if (elapsed >= maxWaitMs) {
			return { state: 'running', facts, ...(problem === undefined ? {} : { problem }) };
		}
		const delay = pollDelay({
			runningMs: elapsed,
			...timesOf(facts),
			failures,
			waiting,
			random: clock.random(),
		});
		await call.rest(Math.min(delay, maxWaitMs - elapsed));
	}
}

/** A failed audio job has no status word for it: the call itself is refused (docs/service.md#jobs). */
function saysFailed({ facts }: ServiceFailure): boolean {
	return facts.code === 'INFERENCE_FAILED';
}

/** The status with the share of the usual time that is over, as a line of a log. */
export function progress(facts: IDataObject, elapsedMs: number): string {
	const word = wireText(facts.status ?? 'no status');
	const { usualMs, runningMs = elapsedMs } = timesOf(facts);
	if (usualMs === undefined) return `${word} for ${Math.round(runningMs / 1000)} s`;
	const share = Math.round((100 * runningMs) / usualMs);
	return `${word}, ${share} % of the usual ${Math.round(usualMs / 1000)} s`;
}
