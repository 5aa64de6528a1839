import type { ServiceFailure } from '../../core/failure';
import { storeBinaryIfPossible } from '../../files/outputFile';
import type { Item } from '../../run/item';
import { mergeTranscripts, type PartResult } from './transcript';

/**
 * The failure of a part as that of the whole recording. What was made is not lost: it is in the execution, where the next try finds it,
 * or else with the error; a node that continues returns it as a file.
 */
export async function recordingFailure(
	{ context, savedAnswers }: Item,
	error: ServiceFailure,
	madeParts: PartResult[],
): Promise<ServiceFailure> {
	if (madeParts.length === 0) return error;
	const { text } = mergeTranscripts(madeParts);
	const details = {
		...error.facts.details,
		partsMade: madeParts.length,
		complete: false,
		requestIds: madeParts.flatMap(({ requestId }) => requestId ?? []),
	};
	if (context.continueOnFail()) {
		const json = Buffer.from(JSON.stringify(madeParts, null, '\t'));
		const name = 'transcribed-parts.json';
		const file = await storeBinaryIfPossible(context, json, name, 'application/json');
		const where = file === undefined ? '' : '. What was transcribed is in the file data_made';
		const files = file && { data_made: file };
		return error.withMessage(`${error.message}${where}`, { details: { ...details, text }, files });
	}
	if (!savedAnswers.keepsAnswers)
		return error.withMessage(error.message, { details: { ...details, text } });
	const cure = `What was transcribed is kept: Retry On Fail, or Retry in the list of executions, sends only the parts that are missing. ${error.facts.cure ?? ''}`;
	return error.withMessage(error.message, { cure: cure.trim(), details });
}
