import type { Answer } from '../answer';
import { type Call, readJson, type Route, takeLimit } from '../call';
import { Refusal, refuse } from '../errors';
import { modelHeaders } from '../headers';
import { findModel } from '../models/catalogue';
import type { RateClass } from '../rateLimits';
import { completeRequest, retrieveRequest } from '../schemas/audioJobs';
import { notFound } from './fate';
import type { Job, JobKind } from './jobs';

/** The two routes with which the jobs below a path end. */
export function endsOf(path: string, kind: JobKind, rate: RateClass): Route[] {
	return [
		{
			method: 'POST',
			path: `${path}/retrieve`,
			access: 'inference',
			handle(call) {
				takeLimit(call, rate);
				return retrieved(call, kind);
			},
		},
		{
			method: 'POST',
			path: `${path}/complete`,
			access: 'inference',
			handle: (call) => completed(call, kind),
		},
	];
}

/** JSON while a job runs; then its bytes, or JSON again where it has a link or an unusual end. */
function retrieved(call: Call, kind: JobKind): Answer {
	const { world, key } = call;
	const request = readJson(call, retrieveRequest);
	const job = world.jobs.find(kind, request.model, request.queue_id, key?.account.id);
	if (!job || job.deleted) throw notFound();
	const headers = modelHeaders(world.namePrefix, findModel(job.modelId));
	const times = {
		average_execution_time: job.duration,
		execution_duration: world.jobs.elapsed(job),
	};
	if (!world.jobs.isDone(job)) {
		return { headers, payload: { json: { status: job.fate.running, ...times } } };
	}
	requireSuccess(job);
	if (job.fate.final !== undefined || job.link !== undefined) {
		const json = { status: job.fate.final ?? 'COMPLETED', ...times };
		return { headers, payload: { json } };
	}
	if (request.delete_media_on_completion) job.deleted = true;
	return { headers, payload: job.media };
}

/** Deletes the media of a job that is done; says so when it is too early. */
function completed(call: Call, kind: JobKind): Answer {
	const { world, key } = call;
	const request = readJson(call, completeRequest);
	const job = world.jobs.find(kind, request.model, request.queue_id, key?.account.id);
	if (!job) throw refuse(400, 'There is no such request', 'REQUEST_ID_NOT_FOUND');
	// Media behind a link are deleted by the link.
	if (job.link !== undefined) throw refuse(400, 'Request ID is invalid');
	const success = world.jobs.isDone(job);
	if (success) job.deleted = true;
	return { payload: { json: { success } } };
}

function requireSuccess({ fate, ...job }: Job): void {
	if (!fate.failure) return;
	if (fate.refunds) job.refund?.();
	throw new Refusal(fate.failure.status, fate.failure.body);
}
