import { settle } from '../billing';
import { type Call } from '../call';
import { chargeUnits, line } from '../images/pay';
import type { Model } from '../models/model';
import { fateOf } from './fate';
import type { Job, JobKind } from './jobs';

/** Charges a job and puts it into the queue; a refund is a charge below zero. */
export function enqueue(
	call: Call,
	model: Model,
	{ kind, prompt, usd, media }: { kind: JobKind; prompt: string; usd: number; media: Job['media'] },
): Job {
	const { world, key } = call;
	const requestId = chargeUnits(call, [line(model.record.id, kind, 1, usd)], kind, null);
	const fate = fateOf(kind, prompt);
	const user = key?.account.id ?? '';
	const link = model.video?.givesLink === true;
	const job = world.jobs.add({ kind, modelId: model.record.id, user, fate, media }, link);
	let open = true;
	job.refund = () => {
		if (!open || !key) return;
		open = false;
		const details = { inferenceExecutionTime: null, promptTokens: null, completionTokens: null };
		const { charge, entries } = settle(key.account, [line(model.record.id, kind, -1, usd)], {
			at: world.now(),
			path: call.entry.path,
			inferenceDetails: { requestId, ...details },
		});
		world.ledger.push(charge);
		for (const entry of entries) world.historyOf(user).record(entry);
	};
	return job;
}
