import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { ItemContext } from '../../core/execution';
import { unreadableAnswerFailure, type Answer } from '../../core/answer';
import { clock } from '../../core/clock';
import { failureOrRethrow, isCancelled, ServiceFailure } from '../../core/failure';
import { saysSomething } from '../../core/errorField';
import { storeAnswerFile, type OutputFileOptions } from '../../files/outputFile';
import { withRetry } from '../../wire/retry';
import { retryDelay } from '../../wire/errors/retryDelay';
import { failedJobFailure } from './jobEnd';
import { isTemporary, JOB_WITHOUT_FILE, jobIds, type JobCall, type JobFinding } from './queuedJob';
import { downloadLinked, type LinkedFile } from './linkedFile';
import { hasMedia } from './pollJob';
import { camelFacts, linksIn } from './status';

const MAX_TRIES = 5;
const LONGEST_PAUSE_MS = 60_000;
const DEFAULT_PAUSE_MS = 10_000;
const RETRIEVE_TIMEOUT_MS = 300_000;

/** The media of a job as one item, from the answer that brought them; a transfer that breaks off is made again, a few times. Throws the last ServiceFailure when no try brought the whole file. */
async function downloadMedia(call: JobCall, first: Answer): Promise<INodeExecutionData> {
	let next: Answer | undefined = first;
	const nextMediaAnswer = async () => {
		const answer = next ?? (await call.retrieve(RETRIEVE_TIMEOUT_MS));
		next = undefined;
		if (await hasMedia(answer)) return answer;
		throw unreadableAnswerFailure(answer, 'The media is no longer available from the service');
	};
	return await withRetry(
		async () => await storeAnswerFile(call.context, await nextMediaAnswer(), call.naming),
		{
			maxTries: MAX_TRIES,
			maxWaitMs: Number.POSITIVE_INFINITY,
			repeatable: true,
			delay: (failure, attempt) =>
				isTemporary(failure) ? retryPauseMs(failure, attempt) : undefined,
			onWait: (_ms, { message }, attempt) =>
				call.tell(
					`the file could not be downloaded, attempt ${attempt} of ${MAX_TRIES}: ${message}`,
				),
			rest: async (ms) => await call.rest(ms),
		},
	);
}

function retryPauseMs({ facts }: ServiceFailure, attempt: number): number {
	const delay = retryDelay({ failure: facts, attempt, random: clock.random(), repeatable: true });
	return Math.min(LONGEST_PAUSE_MS, delay ?? DEFAULT_PAUSE_MS);
}

/**
 * One item out of what was found of a job: the stored file when it is done, else its status with `done` false.
 * A job that is done without media or a link to them becomes its status with `done` true. Throws a ServiceFailure when the file cannot be had whole.
 */
export async function jobItem(call: JobCall, finding: JobFinding): Promise<INodeExecutionData> {
	const ids = jobIds(call.job);
	if (finding.state === 'media') {
		const item = await downloadMedia(call, finding.answer);
		return { ...item, json: { status: 'COMPLETED', done: true, ...item.json, ...ids } };
	}
	const { state, facts } = finding;
	if (state === 'running') {
		const problem = finding.problem === undefined ? {} : { problem: finding.problem };
		return { json: { status: null, ...camelFacts(facts), done: false, ...ids, ...problem } };
	}
	const linked = state === 'stored' ? finding : await fileBehindLinks(call, facts);
	const status: IDataObject = { ...camelFacts(facts), done: true };
	if (linked === undefined) return { json: { ...status, ...ids } };
	const { item, url } = linked;
	const link = url === '' ? {} : { downloadUrl: url };
	return { ...item, json: { ...status, ...item.json, ...ids, ...link } };
}

/** The file behind the links of a job that is done; undefined where it has none. An error in its status is that of the job, unless a link delivers the file. */
async function fileBehindLinks(call: JobCall, facts: IDataObject): Promise<LinkedFile | undefined> {
	const hasLink = call.job.downloadUrl !== undefined || linksIn(facts).length > 0;
	const hasError = saysSomething(facts.error);
	if (!hasLink && hasError) throw failedJobFailure(call.job, facts);
	if (!hasLink) return undefined;
	const linked = await downloadLinked(call, facts).catch(failureOrRethrow);
	if (!(linked instanceof ServiceFailure)) return linked;
	throw hasError && !isCancelled(linked) ? failedJobFailure(call.job, facts) : linked;
}

/** The same, for a caller that has to end with a file: throws a ServiceFailure when the job is done without media or a link. */
export async function fileOfJob(call: JobCall, found: JobFinding): Promise<INodeExecutionData> {
	const item = await jobItem(call, found);
	if (item.binary !== undefined || found.state === 'running') return item;
	throw new ServiceFailure(
		'The job is done, but the service returned neither a file nor a link to one',
		{
			kind: 'malformed',
			code: JOB_WITHOUT_FILE,
			cure: 'Try Retrieve with the Queue ID and the Model of this error.',
		},
	);
}

/** The item of a queue call that was answered with the file itself; undefined where it was answered with a job. */
export async function fileInPlaceOfJob(
	context: ItemContext,
	answer: Answer,
	naming: OutputFileOptions,
	model: string,
): Promise<INodeExecutionData | undefined> {
	if (!Buffer.isBuffer(answer.body)) return undefined;
	const item = await storeAnswerFile(context, answer, naming);
	return { ...item, json: { status: 'COMPLETED', done: true, ...item.json, model } };
}
