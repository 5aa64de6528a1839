import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { isServed } from '../../core/answer';
import { ANSWER_TOO_LARGE, FILE_TOO_LARGE } from '../../core/bounds';
import { clock } from '../../core/clock';
import { failureOrRethrow, ServiceFailure, type FailureFacts } from '../../core/failure';
import { cancelBody } from '../../core/streams';
import { fetchWithoutCredential } from '../../files/fetchWithoutCredential';
import { storeAnswerFile } from '../../files/outputFile';
import { withRetry } from '../../wire/retry';
import { retryDelay } from '../../wire/errors/retryDelay';
import { JOB_LINK_FAILED, type JobCall } from './queuedJob';
import { pollJob } from './pollJob';
import { linksIn } from './status';

/** A link may end after many fetches (docs/maintainers/service.md#jobs). */
const MAX_TRIES = 5;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;
const FETCH_TIMEOUT_MS = 300_000;

/** A file behind a link, as an item, and the link. */
export interface LinkedFile {
	item: INodeExecutionData;
	url: string;
}

/**
 * The media behind the links of a job that is done. Each link is another server's: what it answers says nothing of the job, so that it is tried
 * again after growing pauses, with the links of a new status first. Throws a ServiceFailure when no try brought the whole file.
 */
export async function downloadLinked(call: JobCall, status: IDataObject): Promise<LinkedFile> {
	let facts = status;
	const downloaded = await withRetry(
		async (attempt) => {
			if (attempt > 1) {
				const found = await pollJob(call).catch(failureOrRethrow);
				if (!(found instanceof ServiceFailure) && found.state === 'media') {
					const item = await storeAnswerFile(call.context, found.answer, call.naming);
					return { item, url: '' };
				}
				if (!(found instanceof ServiceFailure) && found.state === 'done') facts = found.facts;
			}
			return await fetchFirstLink(call, facts);
		},
		{
			maxTries: MAX_TRIES,
			maxWaitMs: Number.POSITIVE_INFINITY,
			repeatable: true,
			delay: linkPauseMs,
			onWait: (_ms, { message }, attempt) =>
				call.tell(
					`the file could not be downloaded, attempt ${attempt} of ${MAX_TRIES}: ${message}`,
				),
			rest: async (ms) => await call.rest(ms),
		},
	).catch(failureOrRethrow);
	if (!(downloaded instanceof ServiceFailure)) return downloaded;
	const { kind, code } = downloaded.facts;
	const isOfLink = kind !== 'cancelled' && kind !== 'input' && code !== FILE_TOO_LARGE;
	throw isOfLink ? linkFailure(downloaded) : downloaded;
}

/** The media behind one of the links, fetched without a credential, each tried once. Throws the ServiceFailure of the first. */
export async function fetchFirstLink(call: JobCall, facts: IDataObject): Promise<LinkedFile> {
	const queued = call.job.downloadUrl;
	const links = [...new Set([...linksIn(facts), ...(queued === undefined ? [] : [queued])])];
	let problem: ServiceFailure | undefined;
	for (const url of links) {
		const item = await fetchLink(call, url).catch(failureOrRethrow);
		if (!(item instanceof ServiceFailure)) return { item, url };
		if (item.facts.kind === 'cancelled') throw item;
		problem ??= item;
	}
	throw problem ?? new ServiceFailure('There is no download link', { kind: 'malformed' });
}

async function fetchLink(call: JobCall, url: string): Promise<INodeExecutionData> {
	const request = { method: 'GET', url, timeout: FETCH_TIMEOUT_MS } as const;
	const response = await fetchWithoutCredential(call.context, request, 'The download link');
	const { statusCode: status, headers, body } = response;
	if (isServed(response)) {
		return await storeAnswerFile(
			call.context,
			{ headers, body, namePrefix: '', isFromOtherServer: true },
			call.naming,
		);
	}
	cancelBody(body);
	throw new ServiceFailure(
		`The download link on ${new URL(url).host} answered with status ${status}`,
		{ kind: 'refused', status, headers },
	);
}

/** Milliseconds to the next round; undefined where no later one can bring the file. */
function linkPauseMs({ facts }: ServiceFailure, attempt: number): number | undefined {
	if (facts.kind === 'cancelled' || facts.kind === 'input') return undefined;
	if (facts.code === ANSWER_TOO_LARGE || facts.code === FILE_TOO_LARGE) return undefined;
	const retryMs = retryDelay({ failure: facts, attempt, random: clock.random(), repeatable: true });
	const growing = FIRST_PAUSE_MS * 2 ** (attempt - 1);
	return Math.min(LONGEST_PAUSE_MS, Math.max(growing, retryMs ?? 0));
}

/** The failure of a link as that of a job that is done. Its status is no longer that of a call to the service, which would end the run or judge the key. */
function linkFailure(failure: ServiceFailure): ServiceFailure {
	const { status, details } = failure.facts;
	const facts: Partial<FailureFacts> = {
		...{ kind: 'unreachable', code: JOB_LINK_FAILED, status: undefined, headers: undefined },
		cure: 'The job is done. Fetch its file later with Retrieve, which needs the Queue ID and the model of this error, and the download link if there is one.',
		details: { ...details, ...(status === undefined ? {} : { linkStatus: status }) },
	};
	return failure.withMessage(failure.message, facts);
}
