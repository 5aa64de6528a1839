import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { customDataOf, MAX_CUSTOM_DATA_LENGTH } from '../core/execution';
import type { ServiceFailure } from '../core/failure';

/** Few keys: n8n keeps ten texts of an execution, and the user has some. */
const JOB_KEYS = ['inferenceJobs', 'inferenceJobs2', 'inferenceJobs3'];
const MAY_BE_CHARGED_KEYS = ['inferenceMayBeCharged'];

/**
 * Names a job that was paid for where a stopped execution still shows it, and in the log of n8n, which also outlives a crash
 * (docs/recovery.md). The rest of what an execution knows is lost when it is stopped.
 */
export function tracePaidJob(
	context: IExecuteSingleFunctions,
	{ model, queueId }: { model: string; queueId: string },
): void {
	addToCustomData(context, JOB_KEYS, model, queueId);
	const place = `item ${context.getItemIndex() + 1} of execution ${context.getExecutionId()}`;
	context.logger.info(
		`"${context.getNode().name}": job ${queueId} of ${model}: paid for by ${place}`,
	);
}

/** Names an item whose call may have been charged, in the same places. */
export function tracePossibleCharge(
	context: IExecuteSingleFunctions,
	{ facts }: ServiceFailure,
): void {
	if ((facts.charge ?? 'none') === 'none') return;
	const [{ name }, item] = [context.getNode(), context.getItemIndex() + 1];
	addToCustomData(context, MAY_BE_CHARGED_KEYS, name, String(item));
	context.logger.warn(
		`"${name}": item ${item} of execution ${context.getExecutionId()} may have been charged`,
	);
}

/** Adds an entry to those of its group, in the first text that has room for it. */
function addToCustomData(context: object, keys: string[], group: string, entry: string): void {
	const data = customDataOf(context);
	for (const key of data === undefined ? [] : keys) {
		try {
			const all = withEntry(data?.get(key) ?? '', group, entry);
			if (all.length > MAX_CUSTOM_DATA_LENGTH) continue;
			data?.set(key, all);
			return;
		} catch {
			// The log has it.
			return;
		}
	}
}

function withEntry(text: string, group: string, entry: string): string {
	const groups = text === '' ? [] : text.split('; ');
	const at = groups.findIndex((one) => one.startsWith(`${group}: `));
	const known = groups[at];
	if (known === undefined) return [...groups, `${group}: ${entry}`].join('; ');
	if (
		known
			.slice(group.length + 2)
			.split(', ')
			.includes(entry)
	)
		return text;
	return groups.with(at, `${known}, ${entry}`).join('; ');
}
