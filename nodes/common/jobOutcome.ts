import type { INodeExecutionData } from 'n8n-workflow';

import { ServiceFailure } from '../../lib/core/failure';
import type { Run } from '../../lib/wire/send';
import { deleteMedia } from '../../lib/run/jobs/deleteMedia';
import { linkIn } from '../../lib/run/jobs/ending';
import { JOB_RUNNING, jobIds, type Finding, type JobCall } from '../../lib/run/jobs/job';
import { lastAnswer, progress } from '../../lib/run/jobs/status';
import type { WaitSettings } from './waitSettings';

type ItemOf = (call: JobCall, found: Finding) => Promise<INodeExecutionData>;

/**
 * The item of a job as the user wants it. The media are deleted from the service only once n8n has stored them whole.
 * Throws a ServiceFailure for a job that was waited for in vain, when the user wants that.
 */
export async function jobOutcome(
	call: JobCall,
	found: Finding,
	settings: WaitSettings,
	run: Run,
	itemOf: ItemOf,
): Promise<INodeExecutionData> {
	if (found.state === 'running' && settings.waits && settings.onTimeout === 'error') {
		throw timedOut(found, settings.maxWaitMs);
	}
	const item = await itemOf(call, found);
	const [file] = Object.values(item.binary ?? {});
	if (file === undefined) return item;
	call.tell(`${String(item.json.bytes)} bytes stored`);
	// The service still has what came damaged.
	if (!settings.deletesMedia || item.json.damaged !== undefined) return item;
	// Another item may still end the run, and then this is the only trace of the file.
	run.recordPaidWork({ ...jobIds(call.job), stored: file.id ?? file.fileName });
	return { ...item, json: { ...item.json, ...(await deleteMedia(call)) } };
}

function timedOut(
	{ facts, problem }: Extract<Finding, { state: 'running' }>,
	waitedMs: number,
): ServiceFailure {
	const seconds = Math.round(waitedMs / 1000);
	const word = problem === undefined ? '' : `, and then no news: ${problem}`;
	return new ServiceFailure(
		`The job was not done after ${seconds} seconds: ${progress(facts, waitedMs)}${word}`,
		{
			kind: 'timeout',
			code: JOB_RUNNING,
			details: { ...lastAnswer(facts), ...linkIn(facts) },
			cure: 'It continues at the service. Fetch it with Retrieve, which needs the Queue ID and the model of this error, and the download link if there is one. Or raise Max Wait for Completion.',
		},
	);
}
