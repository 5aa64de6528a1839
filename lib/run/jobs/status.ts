import { durationInWords } from '../../core/duration';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { readWholeBody, type Answer } from '../../core/answer';
import { decodeBody } from '../../core/decodeBody';
import { unreadMarksOf } from '../../core/unreadMarks';
import { ServiceFailure } from '../../core/failure';
import { isRecord } from '../../core/record';
import { statedRefund } from '../../wire/errors/refusalBody';
import { objectWith, nullIfUnreadable, readAs } from '../../wire/readAs';
import { saysSomething } from '../../core/errorField';
import { camelRecord } from '../../wire/simplifiedItems';
import { errorTextIn } from '../../wire/errors/errorInAnswer';
import { cut } from '../../core/cut';
import { wireText } from '../../core/wireText';

/** `doubtful` says that the job failed, but in a way that is believed only when it is said again and again. */
export type JobState = 'running' | 'done' | 'failed' | 'doubtful';

const MAX_STATUS_BYTES = 1_000_000;
/** As much of the last answer as an error keeps, in characters. */
const MAX_STATUS_CHARACTERS_IN_ERROR = 10_000;

const STATUS_ANSWER = objectWith({
	status: z.string(),
	average_execution_time: nullIfUnreadable(z.number()),
	execution_duration: nullIfUnreadable(z.number()),
	// What is wrong with the job, and not with the call.
	error: z.unknown(),
});

/** The same of a job that failed, where the status is left out. */
const FAILED_STATUS = STATUS_ANSWER.extend({ status: nullIfUnreadable(z.string()) });

/** What a retrieve call says of a job, with the names of an item. */
export function camelFacts(facts: IDataObject): IDataObject {
	return camelRecord(facts) as IDataObject;
}

/** The same for the details of an error, of a size that n8n can keep. */
export function lastAnswerDetail(facts: IDataObject): IDataObject {
	const text = JSON.stringify(facts);
	return {
		lastAnswer:
			text.length > MAX_STATUS_CHARACTERS_IN_ERROR
				? cut(text, MAX_STATUS_CHARACTERS_IN_ERROR).text
				: camelFacts(facts),
	};
}

/** What some servers write before their words. */
const WORD_PREFIX = /^((task|job)_)?status_|^(task|job)_/;
/** The words of the service, and those of model-specific guides (docs/maintainers/service.md#jobs). */
const RUNNING_WORDS =
	/^(processing|queued|pending|running|in_progress|in_queue|starting|started|waiting)$/;
const DONE_WORDS = /^(completed?|succeeded|success|done)$/;
const FAILED_WORDS = /^(failed|error|canceled|cancelled)$/;
/** What servers behind the service say of a job that failed. */
const PROBABLY_FAILED_WORDS =
	/^(fail|failure|errored|expired|timeout|timed_out|aborted|rejected|refused|denied|moderated|content_filtered|nsfw|blocked|flagged|terminated|\w+_(failed|error))$/;

/** How a job goes: unknown words count as still running (docs/maintainers/service.md#jobs). */
export function jobState(facts: IDataObject): JobState {
	const word = statusWord(facts);
	if (DONE_WORDS.test(word)) return 'done';
	if (FAILED_WORDS.test(word)) return 'failed';
	if (RUNNING_WORDS.test(word)) return 'running';
	const isOver = PROBABLY_FAILED_WORDS.test(word) || statedRefund(facts) === true;
	return isOver || (word === '' && saysFailed(facts)) ? 'doubtful' : 'running';
}

/** Whether nothing is known of the status word, so that a link beside it may lead to the file. */
export function hasUnknownWord(facts: IDataObject): boolean {
	return jobState(facts) === 'running' && !RUNNING_WORDS.test(statusWord(facts));
}

function statusWord({ status }: IDataObject): string {
	return wireText(status ?? '')
		.toLowerCase()
		.replace(/[\s-]+/g, '_')
		.replace(WORD_PREFIX, '');
}

function saysFailed({ error, success }: IDataObject): boolean {
	return saysSomething(error) || success === false;
}

/** What a retrieve call says of a job; throws a ServiceFailure when it says neither a status nor an error, or breaks off. */
export async function readStatus(answer: Answer): Promise<IDataObject> {
	const said = decodeBody(await readWholeBody(answer, MAX_STATUS_BYTES));
	const lacksStatus = isRecord(said) && !saysSomething(said.status) && saysSomething(said.state);
	const body = lacksStatus ? { ...said, status: said.state } : said;
	const isFailed = isRecord(body) && body.status == null && saysFailed(body as IDataObject);
	try {
		const facts = readAs({ ...answer, body }, isFailed ? FAILED_STATUS : STATUS_ANSWER);
		return { ...facts, ...unreadMarksOf(said) } as IDataObject;
	} catch (error) {
		throw withLastAnswer(error, said);
	}
}

/** The error of an answer that cannot be read, with the answer. */
function withLastAnswer(error: unknown, body: unknown): unknown {
	if (!(error instanceof ServiceFailure) || !isRecord(body)) return error;
	const details = { ...error.facts.details, ...lastAnswerDetail(body as IDataObject) };
	return error.withMessage(error.message, { details });
}

const LINK_FIELD = /^((download|video|audio|media|file|output|result)_?)?url$/i;
/** What holds a file, or a list of them, or is the link itself. */
const FILE_FIELD = /^(data|results?|outputs?|videos?|audio|media|files?)$/;

/** The links to its file that a status names. */
export function linksIn(facts: object): string[] {
	return Object.entries(facts).flatMap(([name, value]: [string, unknown]) => {
		const isFile = FILE_FIELD.test(name) || (Array.isArray(facts) && name === '0');
		if (typeof value === 'string' && value !== '')
			return LINK_FIELD.test(name) || (isFile && /^https?:/i.test(value)) ? [value] : [];
		return isFile && typeof value === 'object' && value !== null ? linksIn(value) : [];
	});
}

/** A job takes seconds or minutes: a usual time below this, in milliseconds, was written in seconds. */
const SHORTEST_USUAL_MS = 1_000;

/** How long a job usually takes and has taken so far, in milliseconds, as far as the service says (docs/maintainers/service.md#jobs). */
export function jobTimesOf(facts: IDataObject): { usualMs?: number; runningMs?: number } {
	const usual = statusDuration(facts.average_execution_time);
	const running = statusDuration(facts.execution_duration);
	const inSeconds = usual !== undefined && usual > 0 && usual < SHORTEST_USUAL_MS;
	const unit = inSeconds ? 1_000 : 1;
	return {
		...(usual === undefined || usual === 0 ? {} : { usualMs: usual * unit }),
		...(running === undefined ? {} : { runningMs: running * unit }),
	};
}

function statusDuration(value: unknown): number | undefined {
	return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** What a status says beyond its word and its times, each with its value as it came. */
const PROGRESS_FIELDS: Array<[name: string, label: string]> = [
	['queue_position', 'position in the queue'],
	['progress', 'progress'],
	['eta', 'ETA'],
];

/** How a job goes, as a line of a log: its status, the share of the usual time that is over, and what else the service says. */
export function progressLine(facts: IDataObject, elapsedMs: number): string {
	const { usualMs, runningMs = elapsedMs } = jobTimesOf(facts);
	const word = wireText(facts.status ?? 'no status');
	const time =
		usualMs === undefined
			? `${word} for ${durationInWords(runningMs, true)}`
			: `${word}, ${Math.round((100 * runningMs) / usualMs)} % of the usual time (${durationInWords(usualMs, true)})`;
	const more = PROGRESS_FIELDS.flatMap(([name, label]) =>
		saysSomething(facts[name]) || facts[name] === 0
			? [`${label} ${cut(wireText(facts[name]), 40).text}`]
			: [],
	);
	const words = errorTextIn(facts);
	const said = words === '' ? [] : [`"${words}"`];
	return [time, ...more, ...said].join(', ');
}
