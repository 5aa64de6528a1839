import type { INodeExecutionData, IDataObject } from 'n8n-workflow';

import { isServed, unreadable, type Answer } from '../base/answer';
import { clock } from '../base/clock';
import { ServiceFailure } from '../base/failure';
import { fetchOpen } from '../files/fetchOpen';
import { fileItem } from '../files/outputFile';
import { glance } from '../files/sniff';
import { withRetry } from '../http/retry';
import { retryDelay } from '../pacing/rateLimits';
import { mayPass, JOB_WITHOUT_FILE, jobIds, type JobCall, type Finding } from './job';
import { camelFacts } from './status';

/** A link may end after many fetches (docs/service.md#jobs). */
const TRIES = 5;
const LONGEST_REST_MS = 60_000;
const USUAL_REST_MS = 10_000;
const RETRIEVE_MS = 300_000;

/** The media of a job as one item, from the answer that brought them; a transfer that breaks off is made again, a few times. */
async function takeMedia(call: JobCall, first: Answer): Promise<INodeExecutionData> {
	let next: Answer | undefined = first;
	return await take(call, async () => {
		const again = next ?? (await call.retrieve(RETRIEVE_MS));
		const { media, answer } =
			next === undefined ? await peek(again) : { media: true, answer: again };
		next = undefined;
		if (media) return answer;
		throw unreadable(answer, 'The media is no longer available from the service');
	});
}

/**
 * The media behind a link as one item, fetched without a credential, with a few tries (docs/service.md#jobs): none after an answer
 * that is no file, as the server behind the link is not the service.
 */
async function takeLinked(call: JobCall, url: string): Promise<INodeExecutionData> {
	const source = async () => {
		const request = { method: 'GET', url, timeout: RETRIEVE_MS } as const;
		const response = await fetchOpen(call.context, request, 'The download link');
		const { statusCode: status, headers, body } = response;
		if (isServed(response)) return { headers, body, namePrefix: '', foreign: true };
		throw new ServiceFailure(
			`The download link on ${new URL(url).host} answered with status ${status}`,
			{ kind: 'refused', status, headers },
		);
	};
	return await take(call, source, ({ facts }) => facts.kind !== 'malformed');
}

/** Throws the last ServiceFailure when no try brought the whole file. */
async function take(
	call: JobCall,
	source: () => Promise<Answer>,
	mayDoBetter: (failure: ServiceFailure) => boolean = () => true,
): Promise<INodeExecutionData> {
	return await withRetry(
		async () => await fileItem(call.context, await source(), { kind: call.stem, stem: call.stem }),
		{
			maxTries: TRIES,
			maxWaitMs: Number.POSITIVE_INFINITY,
			repeatable: true,
			delay: (failure, attempt) =>
				mayPass(failure) && mayDoBetter(failure) ? delayAfter(failure, attempt) : undefined,
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
 * Whether an answer has the media itself, and the answer to read on with. Bytes and JSON both come with status 200 (docs/service.md#jobs):
 * the content type decides or, where it names no media, the first bytes. Throws a ServiceFailure when not even these arrive.
 */
export async function peek(first: Answer): Promise<{ media: boolean; answer: Answer }> {
	const { isFile, answer } = await glance(first).catch((error: unknown) => {
		throw new ServiceFailure(
			'The answer broke off before it began',
			{ kind: 'unreachable' },
			error,
		);
	});
	return { media: isFile, answer };
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
	const { facts } = found;
	if (found.state === 'running') {
		const problem = found.problem === undefined ? {} : { problem: found.problem };
		return { json: { status: null, ...camelFacts(facts), done: false, ...ids, ...problem } };
	}
	const url = [call.job.downloadUrl, facts.download_url, facts.url].find(
		(value): value is string => typeof value === 'string' && value !== '',
	);
	const status: IDataObject = { ...camelFacts(facts), done: true };
	if (url === undefined) return { json: { ...status, ...ids } };
	const item = await takeLinked(call, url);
	return { ...item, json: { ...status, ...item.json, ...ids, downloadUrl: url } };
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
