import type { IDataObject } from 'n8n-workflow';

import { camelRecord } from '../output/camelCase';
import { isRecord } from '../record';
import { unreadable, wholeBody, withJson, type Answer } from '../transport/http/answer';
import { decodeBody } from '../transport/http/decodeBody';

export type JobState = 'running' | 'done' | 'failed';

const LARGEST_STATUS = 1_000_000;

/** What a retrieve call says of a job, with the names of an item. */
export function camelFacts(facts: IDataObject): IDataObject {
	return camelRecord(facts) as IDataObject;
}

/** What a status word means: unknown words count as still running (docs/service.md#jobs). */
export function jobState(status: unknown): JobState {
	const word = String(status ?? '').toLowerCase();
	if (['completed', 'complete', 'succeeded', 'success', 'done'].includes(word)) return 'done';
	return ['failed', 'error', 'canceled', 'cancelled'].includes(word) ? 'failed' : 'running';
}

/** What a retrieve call says of a job; throws a ServiceFailure when it is no JSON object or breaks off. */
export async function statusOf(answer: Answer): Promise<IDataObject> {
	const whole = await wholeBody(answer, LARGEST_STATUS);
	const { body } = withJson({ ...answer, body: decodeBody(whole) });
	if (isRecord(body)) return body as IDataObject;
	throw unreadable(answer, 'The service answered with a list where a status was expected');
}

/** How long a job usually takes and has taken so far, in milliseconds, as far as the service says (docs/service.md#jobs). */
export function timesOf(facts: IDataObject): { usualMs?: number; runningMs?: number } {
	const usualMs = milliseconds(facts.average_execution_time);
	const runningMs = milliseconds(facts.execution_duration);
	return {
		...(usualMs === undefined || usualMs === 0 ? {} : { usualMs }),
		...(runningMs === undefined ? {} : { runningMs }),
	};
}

function milliseconds(value: unknown): number | undefined {
	return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}
