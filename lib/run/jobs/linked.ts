import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { isServed } from '../../core/answer';
import { ANSWER_TOO_LARGE } from '../../core/bounds';
import { clock } from '../../core/clock';
import { caught, ServiceFailure, type FailureFacts } from '../../core/failure';
import { giveUp } from '../../core/streams';
import { fetchOpen } from '../../files/fetchOpen';
import { fileItem } from '../../files/outputFile';
import { withRetry } from '../../wire/retry';
import { retryDelay } from '../../wire/errors/retryDelay';
import { JOB_LINK_FAILED, type JobCall } from './job';
import { lookAt } from './look';
import { linksIn } from './status';

/** A link may end after many fetches (docs/maintainers/service.md#jobs). */
const TRIES = 5;
const FIRST_REST_MS = 5_000;
const LONGEST_REST_MS = 60_000;
const FETCH_MS = 300_000;

/** A file behind a link, as an item, and the link. */
export interface Linked {
	item: INodeExecutionData;
	url: string;
}

/**
 * The media behind the links of a job that is done. Each link is another server's: what it answers says nothing of the job, so that it is tried
 * again after growing pauses, with the links of a new status first. Throws a ServiceFailure when no try brought the whole file.
 */
export async function takeLinked(call: JobCall, status: IDataObject): Promise<Linked> {
	let facts = status;
	const taken = await withRetry(
		async (attempt) => {
			if (attempt > 1) {
				const found = await lookAt(call).catch(caught);
				if (!(found instanceof ServiceFailure) && found.state === 'media') {
					const item = await fileItem(call.context, found.answer, fileOf(call));
					return { item, url: '' };
				}
				if (!(found instanceof ServiceFailure) && found.state === 'done') facts = found.facts;
			}
			return await tryLinks(call, facts);
		},
		{
			maxTries: TRIES,
			maxWaitMs: Number.POSITIVE_INFINITY,
			repeatable: true,
			delay: delayAfter,
			onWait: (_ms, { message }, attempt) =>
				call.tell(`the file could not be downloaded, attempt ${attempt} of ${TRIES}: ${message}`),
			rest: async (ms) => await call.rest(ms),
		},
	).catch(caught);
	if (!(taken instanceof ServiceFailure)) return taken;
	const isOfLink = taken.facts.kind !== 'cancelled' && taken.facts.kind !== 'input';
	throw isOfLink ? linkFailure(taken) : taken;
}

/** The media behind one of the links, fetched without a credential, each tried once. Throws the ServiceFailure of the first. */
export async function tryLinks(call: JobCall, facts: IDataObject): Promise<Linked> {
	const queued = call.job.downloadUrl;
	const links = [...new Set([...linksIn(facts), ...(queued === undefined ? [] : [queued])])];
	let problem: ServiceFailure | undefined;
	for (const url of links) {
		const item = await fetched(call, url).catch(caught);
		if (!(item instanceof ServiceFailure)) return { item, url };
		if (item.facts.kind === 'cancelled') throw item;
		problem ??= item;
	}
	throw problem ?? new ServiceFailure('There is no download link', { kind: 'malformed' });
}

async function fetched(call: JobCall, url: string): Promise<INodeExecutionData> {
	const request = { method: 'GET', url, timeout: FETCH_MS } as const;
	const response = await fetchOpen(call.context, request, 'The download link');
	const { statusCode: status, headers, body } = response;
	if (isServed(response)) {
		return await fileItem(
			call.context,
			{ headers, body, namePrefix: '', foreign: true },
			fileOf(call),
		);
	}
	giveUp(body);
	throw new ServiceFailure(
		`The download link on ${new URL(url).host} answered with status ${status}`,
		{ kind: 'refused', status, headers },
	);
}

const fileOf = ({ stem }: JobCall) => ({ kind: stem, stem });

/** Milliseconds to the next round; undefined where no later one can bring the file. */
function delayAfter({ facts }: ServiceFailure, attempt: number): number | undefined {
	if (facts.kind === 'cancelled' || facts.kind === 'input') return undefined;
	if (facts.code === ANSWER_TOO_LARGE) return undefined;
	const asked = retryDelay({ failure: facts, attempt, random: clock.random(), repeatable: true });
	const growing = FIRST_REST_MS * 2 ** (attempt - 1);
	return Math.min(LONGEST_REST_MS, Math.max(growing, asked ?? 0));
}

/** The failure of a link as that of a job that is done. Its status is no longer that of a call to the service, which would end the run or judge the key. */
function linkFailure(failure: ServiceFailure): ServiceFailure {
	const { status, details } = failure.facts;
	const facts: Partial<FailureFacts> = {
		...{ kind: 'unreachable', code: JOB_LINK_FAILED, status: undefined, headers: undefined },
		cure: 'The job is done. Fetch its file later with Retrieve, which needs the Queue ID and the model of this error, and the download link if there is one.',
		details: { ...details, ...(status === undefined ? {} : { linkStatus: status }) },
	};
	return failure.as(failure.message, facts);
}
