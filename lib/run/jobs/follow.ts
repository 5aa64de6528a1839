import type { IDataObject } from 'n8n-workflow';

import { FILE_TOO_LARGE } from '../../core/bounds';
import { clock } from '../../core/clock';
import { failureOrRethrow, isCancelled, ServiceFailure } from '../../core/failure';
import { DoubtTracker, TIMES_TO_BELIEVE } from './jobEnd';
import type { JobFinding, JobCall } from './queuedJob';
import { fetchFirstLink } from './linkedFile';
import { pollJob } from './pollJob';
import { pollDelayMs } from './schedule';
import { saysSomething } from '../../core/errorField';
import { hasUnknownWord, linksIn, progressLine, jobTimesOf } from './status';

/** A poll may take so long even when it is the last one. */
const LAST_POLL_TIMEOUT_MS = 60_000;

/** Jobs that are waited for in this process. */
let jobsWaitedFor = 0;

/**
 * Asks again and again until a job is done or `maxWaitMs` milliseconds are over; it is then returned as still running, with `lastKnown`.
 * What may pass is survived until then: 429, 5xx, broken connections, timeouts, malformed answers. Throws what is believed of every other failure.
 */
export async function followJob(
	call: JobCall,
	maxWaitMs: number,
	lastKnown: IDataObject = {},
): Promise<JobFinding> {
	jobsWaitedFor++;
	try {
		return await pollUntil(call, maxWaitMs, lastKnown);
	} finally {
		jobsWaitedFor--;
	}
}

async function pollUntil(
	call: JobCall,
	maxWaitMs: number,
	lastKnown: IDataObject,
): Promise<JobFinding> {
	const startedAt = clock.now();
	const doubts = new DoubtTracker(lastKnown.status !== undefined);
	let facts = lastKnown;
	let failures = 0;
	let timesWithoutFile = 0;
	let problem: string | undefined;
	for (;;) {
		const timeout = Math.max(LAST_POLL_TIMEOUT_MS, startedAt + maxWaitMs - clock.now());
		const finding = await pollForFile(call, timeout).catch(failureOrRethrow);
		if (finding instanceof ServiceFailure) {
			const verdict = doubts.verdictAfter(finding, clock.now());
			if (verdict !== undefined) throw verdict;
			failures++;
			problem = finding.message;
		} else {
			const lacksFile = finding.state === 'done' && !namesFile(call, finding.facts);
			const isBelieved =
				++timesWithoutFile >= TIMES_TO_BELIEVE || clock.now() - startedAt >= maxWaitMs;
			if (finding.state !== 'running' && (!lacksFile || isBelieved)) return finding;
			if (!lacksFile) timesWithoutFile = 0;
			doubts.clear();
			[failures, problem] = [timesWithoutFile, undefined];
			facts = finding.facts;
		}
		const elapsed = clock.now() - startedAt;
		call.tell(problem === undefined ? progressLine(facts, elapsed) : `no news: ${problem}`);
		if (elapsed >= maxWaitMs) {
			return { state: 'running', facts, ...(problem === undefined ? {} : { problem }) };
		}
		const delay = pollDelayMs({
			runningMs: elapsed,
			...jobTimesOf(facts),
			failures,
			waiting: jobsWaitedFor,
			random: clock.random(),
		});
		await call.rest(Math.min(delay, maxWaitMs - elapsed));
	}
}

/** Whether a status that says that the job is done says where its file is, or why there is none. */
function namesFile({ job }: JobCall, facts: IDataObject): boolean {
	return job.downloadUrl !== undefined || linksIn(facts).length > 0 || saysSomething(facts.error);
}

/**
 * Asks once how a job goes. A link beside a status word that is not known is tried: the word may say that the job is done. Throws the
 * ServiceFailure of the call, or of the job when that failed.
 */
export async function pollForFile(call: JobCall, timeoutMs?: number): Promise<JobFinding> {
	const finding = await pollJob(call, timeoutMs);
	if (finding.state !== 'running' || !hasUnknownWord(finding.facts)) return finding;
	const { facts } = finding;
	if (linksIn(facts).length === 0) return finding;
	const linked = await fetchFirstLink(call, facts).catch(failureOrRethrow);
	if (!(linked instanceof ServiceFailure)) return { state: 'stored', facts, ...linked };
	if (isCancelled(linked) || linked.facts.code === FILE_TOO_LARGE) throw linked;
	return finding;
}
