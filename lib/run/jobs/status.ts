import { inWords } from '../../core/duration';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { wholeBody, type Answer } from '../../core/answer';
import { decodeBody } from '../../core/decodeBody';
import { unreadMark } from '../../core/unreadMarks';
import { ServiceFailure } from '../../core/failure';
import { isRecord } from '../../core/record';
import { refundOf } from '../../wire/errors/refund';
import { objectWith, orNull, readAs } from '../../wire/readAs';
import { saysSomething } from '../../core/serviceError';
import { camelRecord } from '../../wire/simplify';
import { wordsIn } from '../../wire/errors/wordsIn';
import { cut } from '../../core/cut';
import { wireText } from '../../core/wireText';

/** `doubtful` says that the job failed, but in a way that is believed only when it is said again and again. */
export type JobState = 'running' | 'done' | 'failed' | 'doubtful';

const LARGEST_STATUS = 1_000_000;
/** As much of the last answer as an error keeps, in characters. */
const MAX_STATUS_IN_ERROR = 10_000;

const STATUS = objectWith({
	status: z.string(),
	average_execution_time: orNull(z.number()),
	execution_duration: orNull(z.number()),
	// What is wrong with the job, and not with the call.
	error: z.unknown(),
});

/** The same of a job that failed, where the status is left out. */
const FAILED_STATUS = STATUS.extend({ status: orNull(z.string()) });

/** What a retrieve call says of a job, with the names of an item. */
export function camelFacts(facts: IDataObject): IDataObject {
	return camelRecord(facts) as IDataObject;
}

/** The same for the details of an error, of a size that n8n can keep. */
export function lastAnswer(facts: IDataObject): IDataObject {
	const text = JSON.stringify(facts);
	return {
		lastAnswer:
			text.length > MAX_STATUS_IN_ERROR ? cut(text, MAX_STATUS_IN_ERROR).text : camelFacts(facts),
	};
}

/** The words of the service, and those of model-specific guides (docs/maintainers/service.md#jobs). */
const RUNNING =
	/^(processing|queued|pending|running|in_progress|in_queue|starting|started|waiting)$/;
const DONE = /^(completed?|succeeded|success|done)$/;
const FAILED = /^(failed|error|canceled|cancelled)$/;
/** What servers behind the service say of a job that failed. */
const PROBABLY_FAILED =
	/^(fail|failure|errored|expired|timeout|timed_out|aborted|rejected|refused|denied|moderated|content_filtered|nsfw|blocked|flagged|terminated)$/;

/** How a job goes: unknown words count as still running (docs/maintainers/service.md#jobs). */
export function jobState(facts: IDataObject): JobState {
	const word = wordOf(facts);
	if (DONE.test(word)) return 'done';
	if (FAILED.test(word)) return 'failed';
	if (RUNNING.test(word)) return 'running';
	const isOver = PROBABLY_FAILED.test(word) || refundOf(facts) === true;
	return isOver || (word === '' && saysFailed(facts)) ? 'doubtful' : 'running';
}

/** Whether nothing is known of the status word, so that a link beside it may lead to the file. */
export function hasUnknownWord(facts: IDataObject): boolean {
	return jobState(facts) === 'running' && !RUNNING.test(wordOf(facts));
}

function wordOf({ status }: IDataObject): string {
	return wireText(status ?? '')
		.toLowerCase()
		.replace(/[\s-]+/g, '_');
}

function saysFailed({ error, success }: IDataObject): boolean {
	return saysSomething(error) || success === false;
}

/** What a retrieve call says of a job; throws a ServiceFailure when it says neither a status nor an error, or breaks off. */
export async function statusOf(answer: Answer): Promise<IDataObject> {
	const body = decodeBody(await wholeBody(answer, LARGEST_STATUS));
	const isFailed = isRecord(body) && body.status == null && saysFailed(body as IDataObject);
	try {
		const facts = readAs({ ...answer, body }, isFailed ? FAILED_STATUS : STATUS);
		return { ...facts, ...unreadMark(body) } as IDataObject;
	} catch (error) {
		throw withLastAnswer(error, body);
	}
}

/** The error of an answer that cannot be read, with the answer. */
function withLastAnswer(error: unknown, body: unknown): unknown {
	if (!(error instanceof ServiceFailure) || !isRecord(body)) return error;
	const details = { ...error.facts.details, ...lastAnswer(body as IDataObject) };
	return error.as(error.message, { details });
}

const LINK = /^((download|video|audio|media|file|output|result)_)?url$/;

/** The links to its file that a status names. */
export function linksIn(facts: IDataObject): string[] {
	return Object.entries(facts).flatMap(([name, value]) =>
		LINK.test(name) && typeof value === 'string' && value !== '' ? [value] : [],
	);
}

/** A job takes seconds or minutes: a usual time below this, in milliseconds, was written in seconds. */
const SHORTEST_USUAL_MS = 1_000;

/** How long a job usually takes and has taken so far, in milliseconds, as far as the service says (docs/maintainers/service.md#jobs). */
export function timesOf(facts: IDataObject): { usualMs?: number; runningMs?: number } {
	const usual = timeIn(facts.average_execution_time);
	const running = timeIn(facts.execution_duration);
	const inSeconds = usual !== undefined && usual > 0 && usual < SHORTEST_USUAL_MS;
	const unit = inSeconds ? 1_000 : 1;
	return {
		...(usual === undefined || usual === 0 ? {} : { usualMs: usual * unit }),
		...(running === undefined ? {} : { runningMs: running * unit }),
	};
}

function timeIn(value: unknown): number | undefined {
	return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** What a status says beyond its word and its times, each with its value as it came. */
const MORE: Array<[name: string, label: string]> = [
	['queue_position', 'position in the queue'],
	['progress', 'progress'],
	['eta', 'ETA'],
];

/** How a job goes, as a line of a log: its status, the share of the usual time that is over, and what else the service says. */
export function progress(facts: IDataObject, elapsedMs: number): string {
	const { usualMs, runningMs = elapsedMs } = timesOf(facts);
	const word = wireText(facts.status ?? 'no status');
	const time =
		usualMs === undefined
			? `${word} for ${inWords(runningMs, true)}`
			: `${word}, ${Math.round((100 * runningMs) / usualMs)} % of the usual time (${inWords(usualMs, true)})`;
	const more = MORE.flatMap(([name, label]) =>
		saysSomething(facts[name]) || facts[name] === 0
			? [`${label} ${cut(wireText(facts[name]), 40).text}`]
			: [],
	);
	const words = wordsIn(facts);
	const said = words === '' ? [] : [`"${words}"`];
	return [time, ...more, ...said].join(', ');
}
