import type { IDataObject } from 'n8n-workflow';

import { clock } from '../../core/clock';
import { caught, isCancelled, ServiceFailure } from '../../core/failure';
import { Doubts } from './ending';
import type { Finding, JobCall } from './job';
import { tryLinks } from './linked';
import { lookAt } from './look';
import { pollDelay } from './schedule';
import { hasUnknownWord, linksIn, progress, timesOf } from './status';

/** A poll may take so long even when it is the last one. */
const LAST_POLL_MS = 60_000;

/** Jobs that are waited for in this process. */
let waiting = 0;

/**
 * Asks again and again until a job is done or `maxWaitMs` milliseconds are over; it is then returned as still running, with what was last `known`.
 * What may pass is survived until then: 429, 5xx, broken connections, timeouts, malformed answers. Throws what is believed of every other failure.
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
	const doubts = new Doubts(known.status !== undefined);
	let facts = known;
	let failures = 0;
	let problem: string | undefined;
	for (;;) {
		const timeout = Math.max(LAST_POLL_MS, begun + maxWaitMs - clock.now());
		const found = await findFile(call, timeout).catch(caught);
		if (found instanceof ServiceFailure) {
			const verdict = doubts.judge(found, clock.now());
			if (verdict !== undefined) throw verdict;
			failures++;
			problem = found.message;
		} else {
			if (found.state !== 'running') return found;
			doubts.clear();
			[failures, problem] = [0, undefined];
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

/**
 * Asks once how a job goes. A link beside a status word that is not known is tried: the word may say that the job is done. Throws the
 * ServiceFailure of the call, or of the job when that failed.
 */
export async function findFile(call: JobCall, timeoutMs?: number): Promise<Finding> {
	const found = await lookAt(call, timeoutMs);
	if (found.state !== 'running' || !hasUnknownWord(found.facts)) return found;
	const { facts } = found;
	if (linksIn(facts).length === 0) return found;
	const linked = await tryLinks(call, facts).catch(caught);
	if (!(linked instanceof ServiceFailure)) return { state: 'stored', facts, ...linked };
	if (isCancelled(linked)) throw linked;
	return found;
}
