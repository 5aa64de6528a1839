import type { INodeExecutionData } from 'n8n-workflow';

import { isServed, unreadable, type Answer } from '../base/answer';
import { clock } from '../base/clock';
import { fetchOpen } from '../files/fetchOpen';
import { ServiceFailure } from '../base/failure';
import { fileItem } from '../files/outputFile';
import { withRetry } from '../http/retry';
import { retryDelay } from '../pacing/retryDelay';
import type { JobCall } from './jobCall';
import { mayPass } from './mayPass';
import { peek } from './peek';

/** A link may end after many fetches (docs/service.md#jobs). */
const TRIES = 5;
const LONGEST_REST_MS = 60_000;
const USUAL_REST_MS = 10_000;
const RETRIEVE_MS = 300_000;

/** The media of a job as one item, from the answer that brought them; a transfer that breaks off is made again, a few times. */
export async function takeMedia(call: JobCall, first: Answer): Promise<INodeExecutionData> {
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
export async function takeLinked(call: JobCall, url: string): Promise<INodeExecutionData> {
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
