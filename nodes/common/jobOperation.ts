import type { IDataObject, IHttpRequestOptions, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';

import type { ItemContext } from '../../lib/core/execution';
import { failureOf, failureOrRethrow, ServiceFailure } from '../../lib/core/failure';
import { hashOf, isRecord } from '../../lib/core/record';
import { objectWith, readAs } from '../../lib/wire/readAs';
import type { Item } from '../../lib/run/item';
import {
	endedJobFailure,
	jobOutcomeOf,
	payAgainAfter,
	downloadUrlFact,
} from '../../lib/run/jobs/jobEnd';
import { pollForFile, followJob } from '../../lib/run/jobs/follow';
import {
	withJobIds,
	jobIds,
	queuedJob,
	readQueueBody,
	withJobKeptAdvice,
	type Job,
	type JobCall,
	JOB_RUNNING,
	type JobFinding,
} from '../../lib/run/jobs/queuedJob';
import { deleteLinkedMedia, earlierLinkOf, foreignLinkFailure } from '../../lib/run/jobs/ownLink';
import { fileInPlaceOfJob, fileOfJob, jobItem } from '../../lib/run/jobs/jobItem';
import type { BucketName } from '../../lib/wire/pacing/bucket';
import type { Operation } from '../../lib/run/operation';
import type { Step } from '../../lib/run/saved/itemAnswers';
import { tracePaidJob } from '../../lib/run/paidTrace';
import { verdictOf } from '../../lib/wire/errors/verdict';
import { readWaitSettings, type WaitSettings } from './fields/jobFields';
import type { Run } from '../../lib/run/run';
import { deleteMedia } from '../../lib/run/jobs/deleteMedia';
import { lastAnswerDetail, progressLine } from '../../lib/run/jobs/status';

/** Where the jobs of a node are asked after, and what is usual for them. */
export interface JobKind {
	retrieve: `/${string}`;
	complete: `/${string}`;
	/** The rate limit that asking for the status counts against, where others share it. */
	bucket?: BucketName;
	/** Name of the file without its extension, if the user sets none; also the family of its media type. */
	stem: 'audio' | 'video';
	/** What follows it, where one item has several files. */
	suffix?: string;
	usualSeconds: number;
}

type MakeItems = NonNullable<Operation['make']>;

const MAX_DELETION_MS = 60_000;
const DELETION_SCHEMA = objectWith({ success: z.boolean() });
const DEFAULT_TIMEOUT_MS = 300_000;

/** Queues a job, waits until it is done and returns its file; every error after the queue call names the job. */
export function generateJob(kind: JobKind): MakeItems {
	return async (item) => {
		const { context, request } = item;
		const settings = { ...readWaitSettings(context, kind.usualSeconds), waits: true };
		const requestBody = isRecord(request.body) ? request.body : {};
		const step = { name: 'job', request: hashOf(requestBody) };
		const model = String(requestBody.model ?? '');
		return [await runNewJob(item, kind, request, { model, step, settings })];
	};
}

interface NewJob {
	model: string;
	/** Names the job among those of the item. */
	step: Step;
	settings: WaitSettings;
}

/** The same for one of several jobs of an item; the body of the request may be a form. */
export async function runNewJob(
	item: Item,
	kind: JobKind,
	options: IHttpRequestOptions,
	{ model, step, settings }: NewJob,
): Promise<INodeExecutionData> {
	const { context, run, savedAnswers, send } = item;
	const { job, file, cost, execution } = await savedAnswers.once(step, async () => {
		const answer = await send({ ...options, encoding: 'arraybuffer' }, { readBody: readQueueBody });
		const file = await fileInPlaceOfJob(context, answer, namingOf(kind), model);
		const made = file === undefined ? { job: queuedJob(answer, model) } : { file };
		if (made.job !== undefined) tracePaidJob(context, made.job);
		return { ...made, cost: await item.cost(answer), execution: context.getExecutionId() };
	});
	if (job === undefined) return withCost(file, cost);
	run.recordPaidWork(jobIds(job));
	// It may hold files of many megabytes, and the wait is long.
	delete options.body;
	const call = createJobCall(item, kind, options, job);
	try {
		const found = await followJob(call, settings.maxWaitMs, { status: 'QUEUED' });
		return withCost(await itemOfFinding(call, found, settings, run, fileOfJob), cost);
	} catch (error) {
		const ending = jobOutcomeOf(error);
		if (ending === undefined)
			throw withJobIds(withJobKeptAdvice(error, savedAnswers.keepsAnswers), job);
		// What another execution paid for is not in the totals of this one.
		if (ending.refunded === true && execution === context.getExecutionId())
			item.charges.refund(cost, job.model);
		const failure = withJobIds(
			endedJobFailure(error as ServiceFailure, ending, savedAnswers.keepsAnswers),
			job,
		);
		if (failure instanceof ServiceFailure)
			savedAnswers.noteFruitless(step, failure, payAgainAfter(ending));
		throw failure;
	}
}

function withCost(item: INodeExecutionData, cost: unknown): INodeExecutionData {
	return { ...item, json: { ...item.json, cost: cost as IDataObject | null } };
}

/** Retrieves a job, once or until it is done; whatever goes wrong names the job. */
export function retrieveJob(kind: JobKind): MakeItems {
	return async (item) => {
		const { context, request, run } = item;
		const settings = readWaitSettings(context, kind.usualSeconds);
		const job = readJob(context, request);
		const call = { ...createJobCall(item, kind, request, job), isNamed: true };
		return await withJobInErrors(job, async () => {
			const found = settings.waits
				? await followJob(call, settings.maxWaitMs)
				: await pollForFile(call);
			return [await itemOfFinding(call, found, settings, run, jobItem)];
		});
	};
}

/**
 * Asks the service once to delete the media of a job, or deletes them behind the link that an earlier output has for it; whatever goes
 * wrong names the job.
 */
export const deleteJobMedia: MakeItems = async ({ context, request, send }) => {
	const named = readJob(context, request);
	const link = earlierLinkOf(context, named);
	if (named.downloadUrl !== undefined && link === undefined) throw foreignLinkFailure(named);
	const job: Job = { ...named, ...(link !== undefined && { downloadUrl: link }) };
	return await withJobInErrors(job, async () => {
		if (link !== undefined) {
			const seen = await deleteLinkedMedia(context, link).catch(rethrowOfLink);
			return [{ json: { ...seen, ...jobIds(job) } }];
		}
		const answer = await send(request, { goesFirst: true }).catch(failureOrRethrow);
		if (answer instanceof ServiceFailure) throw withLinkCure(answer);
		const { success: deleted } = readAs(answer, DELETION_SCHEMA);
		return [{ json: { deleted, ...jobIds(job) } }];
	});
};

/** The status of another server says nothing of the credential or the run. */
function rethrowOfLink(error: unknown): never {
	const { message, facts } = failureOf(error, 'unreachable');
	if (facts.kind !== 'refused') throw error;
	const details = { ...facts.details, linkStatus: facts.status };
	throw new ServiceFailure(message, { kind: 'unreachable', details });
}

/** The service knows no job whose media lie behind a link (docs/maintainers/service.md#jobs). */
function withLinkCure(failure: ServiceFailure): ServiceFailure {
	if (verdictOf(failure.facts).job !== 'gone') return failure;
	return failure.withMessage(failure.message, {
		cure: 'Check Queue ID and Model. If the job has a downloadUrl in the output of Queue, its media can only be downloaded from that link: connect that item, or enter the link in Download URL.',
	});
}

function createJobCall(item: Item, kind: JobKind, options: IHttpRequestOptions, job: Job): JobCall {
	const { context } = item;
	const ids = { model: job.model, queue_id: job.queueId };
	const askAboutJob = async (
		url: `/${string}`,
		bucket: BucketName,
		most: number,
		others: Partial<IHttpRequestOptions>,
	) => {
		const body = { ...(isRecord(others.body) ? others.body : {}), ...ids };
		const timeout = Math.min(options.timeout ?? DEFAULT_TIMEOUT_MS, most);
		const request = { ...options, ...others, url, body, timeout };
		return await item.send(request, { free: true, goesFirst: true, bucket, maxTries: 1 });
	};
	// The service answers with the media type of the file, or with JSON.
	const headers = { ...options.headers, Accept: `${kind.stem}/*, application/json` };
	return {
		context,
		job,
		naming: {
			...namingOf(kind),
			maxBytes: readWaitSettings(context, kind.usualSeconds).maxFileBytes,
		},
		retrieve: async (most) =>
			await askAboutJob(kind.retrieve, kind.bucket ?? kind.retrieve, most, {
				headers,
				encoding: 'stream',
				// What the user asks of Retrieve; that of a new job is gone by now.
				body: options.body,
			}),
		complete: async () =>
			await askAboutJob(kind.complete, kind.complete, MAX_DELETION_MS, { encoding: undefined }),
		rest: async (ms) => await item.sleepWithoutSlot(ms),
		tell: (message) => logProgress(context, `job ${job.queueId} of ${job.model}: ${message}`),
	};
}

const namingOf = ({ stem, suffix }: JobKind) => ({ kind: stem, stem, suffix });

function readJob(context: ItemContext, options: IHttpRequestOptions): Job {
	const body = isRecord(options.body) ? options.body : {};
	const downloadUrl = String(context.parameters.options.downloadUrl ?? '').trim();
	return {
		model: String(body.model ?? '').trim(),
		queueId: String(body.queue_id ?? '').trim(),
		...(downloadUrl === '' ? {} : { downloadUrl }),
	};
}

async function withJobInErrors<T>(job: Job, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		throw withJobIds(error, job);
	}
}

/** Writes a line into the log of n8n and, while a user runs the workflow in the editor, into the console of the browser. */
function logProgress(context: ItemContext, message: string): void {
	context.logger.info(`"${context.getNode().name}": ${message}`);
	// n8n shows lines of its Code node in the same way; the types do not name it for this kind of context.
	if ('sendMessageToUI' in context && typeof context.sendMessageToUI === 'function') {
		context.sendMessageToUI(message);
	}
}

type CreateItem = (call: JobCall, found: JobFinding) => Promise<INodeExecutionData>;

/**
 * The item of a job as the user wants it. The media are deleted from the service only once n8n has stored them whole.
 * Throws a ServiceFailure for a job that was waited for in vain, when the user wants that.
 */
async function itemOfFinding(
	call: JobCall,
	finding: JobFinding,
	settings: WaitSettings,
	run: Run,
	itemOf: CreateItem,
): Promise<INodeExecutionData> {
	if (finding.state === 'running' && settings.waits && settings.onTimeout === 'error') {
		throw jobTimedOutFailure(finding, settings.maxWaitMs);
	}
	const item = await itemOf(call, finding);
	const [file] = Object.values(item.binary ?? {});
	if (file === undefined) return item;
	call.tell(`${String(item.json.bytes)} bytes stored`);
	// The service still has what came damaged.
	if (!settings.deletesMedia || item.json.damaged !== undefined) return item;
	// Another item may still end the run, and then this is the only trace of the file.
	run.recordPaidWork({ ...jobIds(call.job), stored: file.id ?? file.fileName });
	return { ...item, json: { ...item.json, ...(await deleteMedia(call)) } };
}

function jobTimedOutFailure(
	{ facts, problem }: Extract<JobFinding, { state: 'running' }>,
	waitedMs: number,
): ServiceFailure {
	const seconds = Math.round(waitedMs / 1000);
	const word = problem === undefined ? '' : `, and then no news: ${problem}`;
	return new ServiceFailure(
		`The job was not done after ${seconds} seconds: ${progressLine(facts, waitedMs)}${word}`,
		{
			kind: 'timeout',
			code: JOB_RUNNING,
			details: { ...lastAnswerDetail(facts), ...downloadUrlFact(facts) },
			cure: 'It continues at the service. Fetch it with Retrieve, which needs the Queue ID and the model of this error, and the download link if there is one. Or raise Max Wait for Completion.',
		},
	);
}
