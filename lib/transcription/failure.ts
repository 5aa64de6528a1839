import type { IBinaryKeyData, IExecuteSingleFunctions } from 'n8n-workflow';

import type { ServiceFailure } from '../base/failure';
import { storedBinary } from '../files/outputFile';
import type { Run } from '../http/send';
import { mergedTranscript, type MadePart } from './transcript';

/**
 * The failure of a part as that of the whole recording. What was made is not lost: it is in the execution, where the next try finds it,
 * or else with the error; a node that continues returns it as a file.
 */
export async function recordingFailure(
	context: IExecuteSingleFunctions,
	error: ServiceFailure,
	{ paid }: Pick<Run, 'paid'>,
	made: MadePart[],
): Promise<ServiceFailure> {
	if (made.length === 0) return error;
	const { text } = mergedTranscript(made);
	const details = {
		...error.facts.details,
		partsMade: made.length,
		complete: false,
		requestIds: made.flatMap(({ requestId }) => requestId ?? []),
	};
	if (context.continueOnFail()) {
		const files = await filesOf(context, made);
		const where = files === undefined ? '' : '. What was transcribed is in the file data_made';
		return error.as(`${error.message}${where}`, { details: { ...details, text }, files });
	}
	if (!paid.isKept) return error.as(error.message, { details: { ...details, text } });
	const cure = `What was transcribed is kept: Retry On Fail, or Retry in the list of executions, sends only the parts that are missing. ${error.facts.cure ?? ''}`;
	return error.as(error.message, { cure: cure.trim(), details });
}

/** The transcripts that were made, as a JSON file; undefined when it cannot be stored. */
async function filesOf(
	context: IExecuteSingleFunctions,
	made: MadePart[],
): Promise<IBinaryKeyData | undefined> {
	const json = Buffer.from(JSON.stringify(made, null, '\t'));
	try {
		const name = 'transcribed-parts.json';
		const { binary } = await storedBinary(context, json, name, 'application/json');
		return { data_made: binary };
	} catch {
		return undefined;
	}
}
