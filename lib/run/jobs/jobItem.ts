import type { INodeExecutionData, IDataObject } from 'n8n-workflow';

import { unreadable, type Answer } from '../../core/answer';
import { clock } from '../../core/clock';
import { caught, isCancelled, ServiceFailure } from '../../core/failure';
import { saysSomething } from '../../core/serviceError';
import { fileItem } from '../../files/outputFile';
import { withRetry } from '../../wire/retry';
import { retryDelay } from '../../wire/errors/retryDelay';
import { failedJob } from './ending';
import { isTemporary, JOB_WITHOUT_FILE, jobIds, type JobCall, type Finding } from './job';
import { takeLinked, type Linked } from './linked';
import { peek } from './look';
import { camelFacts, linksIn } from './status';

const TRIES = 5;
const LONGEST_REST_MS = 60_000;
const USUAL_REST_MS = 10_000;
const RETRIEVE_MS = 300_000;

/** The media of a job as one item, from the answer that brought them; a transfer that breaks off is made again, a few times. Throws the last ServiceFailure when no try brought the whole file. */
async function takeMedia(call: JobCall, first: Answer): Promise<INodeExecutionData> {
	let next: Answer | undefined = first;
	const source = async () => {
		const again = next ?? (await call.retrieve(RETRIEVE_MS));
		const { media, answer } =
			next === undefined ? await peek(again) : { media: true, answer: again };
		next = undefined;
		if (media) return answer;
		throw unreadable(answer, 'The media is no longer available from the service');
	};
	return await withRetry(
		async () => await fileItem(call.context, await source(), { kind: call.stem, stem: call.stem }),
		{
			maxTries: TRIES,
			maxWaitMs: Number.POSITIVE_INFINITY,
			repeatable: true,
			delay: (failure, attempt) =>
				isTemporary(failure) ? delayAfter(failure, attempt) : undefined,
			onWait: (_ms, { message }, attempt) =>
				call.tell(`the file could not be downloaded, attempt ${attempt} of ${TRIES}: ${message}`),
			rest: async (ms) => await call.rest(ms),
		},
	);
}

function delayAfter({ facts }: ServiceFailure, attempt: number): number {
	const delay = retryDelay({ failure: facts, attempt, random: clock.random(), repeatable: true });
	return Math.min(LONGEST_REST_MS, delay ?? USUAL_REST_MS);
}

/**
 * One item out of what was found of a job: the stored file when it is done, else its status with `done` false.
 * A job that is done without media or a link to them becomes its status with `done` true. Throws a ServiceFailure when the file cannot be had whole.
 */
export async function jobItem(call: JobCall, found: Finding): Promise<INodeExecutionData> {
	const ids = jobIds(call.job);
	if (found.state === 'media') {
		const item = await takeMedia(call, found.answer);
		return { ...item, json: { status: 'COMPLETED', done: true, ...item.json, ...ids } };
	}
	const { state, facts } = found;
	if (state === 'running') {
		const problem = found.problem === undefined ? {} : { problem: found.problem };
		return { json: { status: null, ...camelFacts(facts), done: false, ...ids, ...problem } };
	}
	const linked = state === 'stored' ? found : await linkedFile(call, facts);
	const status: IDataObject = { ...camelFacts(facts), done: true };
	if (linked === undefined) return { json: { ...status, ...ids } };
	const { item, url } = linked;
	const link = url === '' ? {} : { downloadUrl: url };
	return { ...item, json: { ...status, ...item.json, ...ids, ...link } };
}

/** The file behind the links of a job that is done; undefined where it has none. An error in its status is that of the job, unless a link delivers the file. */
async function linkedFile(call: JobCall, facts: IDataObject): Promise<Linked | undefined> {
	const hasLink = call.job.downloadUrl !== undefined || linksIn(facts).length > 0;
	const hasError = saysSomething(facts.error);
	if (!hasLink && hasError) throw failedJob(call.job, facts);
	if (!hasLink) return undefined;
	const linked = await takeLinked(call, facts).catch(caught);
	if (!(linked instanceof ServiceFailure)) return linked;
	throw hasError && !isCancelled(linked) ? failedJob(call.job, facts) : linked;
}

/** The same, for a caller that has to end with a file: throws a ServiceFailure when the job is done without media or a link. */
export async function fileOfJob(call: JobCall, found: Finding): Promise<INodeExecutionData> {
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
