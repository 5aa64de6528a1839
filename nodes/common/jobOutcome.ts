import type { INodeExecutionData } from 'n8n-workflow';

import { ServiceFailure } from '../../lib/core/failure';
import type { Run } from '../../lib/run/run';
import { deleteMedia } from '../../lib/run/jobs/deleteMedia';
import { downloadUrlFact } from '../../lib/run/jobs/jobEnd';
import { JOB_RUNNING, jobIds, type JobFinding, type JobCall } from '../../lib/run/jobs/queuedJob';
import { lastAnswerDetail, progressLine } from '../../lib/run/jobs/status';
import type { WaitSettings } from './fields/jobFields';

type CreateItem = (call: JobCall, found: JobFinding) => Promise<INodeExecutionData>;

/**
 * The item of a job as the user wants it. The media are deleted from the service only once n8n has stored them whole.
 * Throws a ServiceFailure for a job that was waited for in vain, when the user wants that.
 */
export async function itemOfFinding(
	call: JobCall,
	finding: JobFinding,
	settings: WaitSettings,
	run: Run,
	itemOf: CreateItem,
): Promise<INodeExecutionData> {
	if (finding.state === 'running' && settings.waits && settings.onTimeout === 'error') {
		throw jobTimedOutFailure(finding, settings.maxWaitMs);
	}
	const item = await itemOf(call, finding);
	const [file] = Object.values(item.binary ?? {});
	if (file === undefined) return item;
	call.tell(`${String(item.json.bytes)} bytes stored`);
	// The service still has what came damaged.
	if (!settings.deletesMedia || item.json.damaged !== undefined) return item;
	// Another item may still end the run, and then this is the only trace of the file.
	run.recordPaidWork({ ...jobIds(call.job), stored: file.id ?? file.fileName });
	return { ...item, json: { ...item.json, ...(await deleteMedia(call)) } };
}

function jobTimedOutFailure(
	{ facts, problem }: Extract<JobFinding, { state: 'running' }>,
	waitedMs: number,
): ServiceFailure {
	const seconds = Math.round(waitedMs / 1000);
	const word = problem === undefined ? '' : `, and then no news: ${problem}`;
	return new ServiceFailure(
		`The job was not done after ${seconds} seconds: ${progressLine(facts, waitedMs)}${word}`,
		{
			kind: 'timeout',
			code: JOB_RUNNING,
			details: { ...lastAnswerDetail(facts), ...downloadUrlFact(facts) },
			cure: 'It continues at the service. Fetch it with Retrieve, which needs the Queue ID and the model of this error, and the download link if there is one. Or raise Max Wait for Completion.',
		},
	);
}
