import type { IExecuteSingleFunctions } from 'n8n-workflow';

import type { ServiceFailure } from '../../core/failure';
import { storedIfPossible } from '../../files/outputFile';
import type { Run } from '../../wire/send';
import { mergedTranscript, type MadePart } from './transcript';

/**
 * The failure of a part as that of the whole recording. What was made is not lost: it is in the execution, where the next try finds it,
 * or else with the error; a node that continues returns it as a file.
 */
export async function recordingFailure(
	context: IExecuteSingleFunctions,
	error: ServiceFailure,
	{ savedAnswers }: Pick<Run, 'savedAnswers'>,
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
		const json = Buffer.from(JSON.stringify(made, null, '\t'));
		const name = 'transcribed-parts.json';
		const file = await storedIfPossible(context, json, name, 'application/json');
		const where = file === undefined ? '' : '. What was transcribed is in the file data_made';
		const files = file && { data_made: file };
		return error.as(`${error.message}${where}`, { details: { ...details, text }, files });
	}
	if (!savedAnswers.isKept) return error.as(error.message, { details: { ...details, text } });
	const cure = `What was transcribed is kept: Retry On Fail, or Retry in the list of executions, sends only the parts that are missing. ${error.facts.cure ?? ''}`;
	return error.as(error.message, { cure: cure.trim(), details });
}
