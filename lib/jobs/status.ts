import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { wholeBody, type Answer } from '../base/answer';
import { decodeBody, unreadMark } from '../base/decodeBody';
import { having, perhaps, readAs } from '../http/readAs';
import { camelRecord } from '../output/simplify';
import { wireText } from '../text/wireText';

export type JobState = 'running' | 'done' | 'failed';

const LARGEST_STATUS = 1_000_000;

const STATUS = having({
	status: z.string(),
	average_execution_time: perhaps(z.number()),
	execution_duration: perhaps(z.number()),
	// What is wrong with the job, and not with the call.
	error: z.unknown(),
});

/** What a retrieve call says of a job, with the names of an item. */
export function camelFacts(facts: IDataObject): IDataObject {
	return camelRecord(facts) as IDataObject;
}

/** What a status word means: unknown words count as still running (docs/service.md#jobs). */
export function jobState(status: unknown): JobState {
	const word = wireText(status).toLowerCase();
	if (['completed', 'complete', 'succeeded', 'success', 'done'].includes(word)) return 'done';
	return ['failed', 'error', 'canceled', 'cancelled'].includes(word) ? 'failed' : 'running';
}

/** What a retrieve call says of a job; throws a ServiceFailure when it has no status or breaks off. */
export async function statusOf(answer: Answer): Promise<IDataObject> {
	const body = decodeBody(await wholeBody(answer, LARGEST_STATUS));
	return { ...readAs({ ...answer, body }, STATUS), ...unreadMark(body) } as IDataObject;
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
