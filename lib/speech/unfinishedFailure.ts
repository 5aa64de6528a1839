import type {
	IBinaryData,
	IBinaryKeyData,
	IDataObject,
	IExecuteSingleFunctions,
} from 'n8n-workflow';

import type { ServiceFailure } from '../core/failure';
import { storeBinaryIfPossible } from '../files/outputFile';
import { outputBinaryFieldName } from '../files/outputNames';
import type { Item } from '../run/item';
import type { SpokenPart } from './joinSpeech';

export async function textPartFailure(
	item: Pick<Item, 'context' | 'savedAnswers'>,
	error: ServiceFailure,
	made: SpokenPart[],
	texts: string[],
): Promise<ServiceFailure> {
	const failed = made.length + 1;
	const remainingTexts = texts.slice(made.length);
	return await unfinishedItemFailure(item, error, made, {
		message: `Part ${failed} of ${texts.length} was not made: ${error.message}`,
		details: { parts: texts.length, remainingCharacters: remainingTexts.join('').length },
		next: `part ${failed}`,
		left: async () => {
			const text = Buffer.from(remainingTexts.join('\n\n'));
			return await storeBinaryIfPossible(item.context, text, 'text-left.txt', 'text/plain');
		},
	});
}

interface UnfinishedWork {
	message: string;
	details: IDataObject;
	next: string;
	/** What of the input is left, as a file. */
	left?: () => Promise<IBinaryData | undefined>;
}

/** Of what the input, or a setting, is the reason: no retry changes that. */
export const ENDS_ALIKE = 'A retry with the same input and settings ends in the same way.';

/**
 * The failure of one of several files as that of their item. What was made is not lost: a node that continues returns the files, and
 * what is left of the input, with the error; one that stops has them in the execution, where the next try finds them.
 */
export async function unfinishedItemFailure(
	{ context, savedAnswers }: Pick<Item, 'context' | 'savedAnswers'>,
	error: ServiceFailure,
	made: SpokenPart[],
	{ message, next, ...unfinished }: UnfinishedWork,
): Promise<ServiceFailure> {
	const details = {
		...error.facts.details,
		...unfinished.details,
		partsMade: made.length,
		complete: false,
		requestIds: made.map(({ json }) => json.requestId),
	};
	if (made.length === 0) return error.withMessage(message, { details });
	if (!context.continueOnFail()) {
		const endsAlike = error.facts.kind === 'input';
		if (endsAlike || !savedAnswers.keepsAnswers) {
			const cure = cureWithLinks(context, made, error, endsAlike ? ENDS_ALIKE : '');
			return error.withMessage(message, { cure, details });
		}
		const cure = `What was made is kept: Retry On Fail, or Retry in the list of executions, continues at ${next} and pays nothing twice. ${error.facts.cure ?? ''}`;
		return error.withMessage(message, { cure: cure.trim(), details });
	}
	const field = outputBinaryFieldName(context);
	const left = await unfinished.left?.();
	const files: IBinaryKeyData = left === undefined ? {} : { [`${field}_text_left`]: left };
	for (const [index, { binary }] of made.entries()) files[`${field}_${index + 1}`] = binary;
	const where =
		made.length === 1
			? `The file made is in ${field}_1`
			: `The ${made.length} files made are in ${field}_1 to ${field}_${made.length}`;
	const rested = left === undefined ? '' : `, the text that is left in ${field}_text_left`;
	return error.withMessage(`${message}. ${where}${rested}`, { details, files });
}

/** The cure, and links to what was made: without memory, nothing else leads to it. */
function cureWithLinks(
	{ helpers }: IExecuteSingleFunctions,
	made: SpokenPart[],
	{ facts: { cure = '' } }: ServiceFailure,
	more: string,
): string {
	const links = made.flatMap(({ binary }) =>
		binary.id === undefined ? [] : [helpers.createBinarySignedUrl(binary)],
	);
	const where = `Links to the parts that were made, which open for a day at most and only while n8n keeps the execution: ${links.join(' ')}`;
	return [cure, more, links.length === 0 ? '' : where].filter(Boolean).join(' ');
}
