import { FILE_TOO_LARGE, MAX_ANSWER_BYTES, tooLargeFailure } from '../core/bounds';
import { quoted } from '../core/cut';
import { messageOf, ServiceFailure, type FailureFacts } from '../core/failure';
import { unreadableAnswerFailure, readWholeBody, type Answer } from '../core/answer';
import { decodeBody } from '../core/decodeBody';
import { cancelBody, megabytes } from '../core/streams';

/** What Node.js says of a stream whose connection ended too early. */
const CONNECTION_BROKE_OFF =
	/^(?:aborted|terminated|premature close|socket hang up)$|\bECONNRESET\b/i;

/** What the file systems and databases behind n8n's storage say when they have no room (POSIX `errno.h`, PostgreSQL 53100). */
const DISK_FULL =
	/\b(?:ENOSPC|EDQUOT|SQLITE_FULL)\b|no space left on device|disk quota exceeded|database or disk is full|could not extend file/i;

/** The code of a file that n8n has no room for: the next one would be paid for and lost too. */
export const STORE_FAILED = 'STORE_FAILED';

/** The failure of a file that did not arrive or could not be kept, with the reason. */
export function fileNotStoredFailure(answer: Answer, error: unknown): ServiceFailure {
	const errorText = messageOf(error).replace(/^Error: /, '');
	const reason = CONNECTION_BROKE_OFF.test(errorText)
		? `the connection ended early (${errorText})`
		: errorText;
	const message = `The file could not be stored whole: ${reason}`;
	const isFull = DISK_FULL.test(errorText);
	if (isFull && answer.charge !== 'none') {
		return missingFileFailure(answer, 'The disk of n8n is full, so the file is lost', error, {
			code: STORE_FAILED,
			charge: 'certain',
			cure: 'Free space, turn on Resend After a Lost Response under Options > Retries and Limits, save the workflow, and retry with the saved workflow: this item is charged again, and those that were not sent are sent.',
		});
	}
	if (error instanceof ServiceFailure) return error.withMessage(message, { charge: answer.charge });
	return missingFileFailure(answer, message, error);
}

export function missingFileFailure(
	answer: Answer,
	message: string,
	cause?: unknown,
	more: Partial<FailureFacts> = {},
): ServiceFailure {
	const facts = { kind: 'unreachable', status: undefined, cure: cureOf(answer), ...more } as const;
	return unreadableAnswerFailure(answer, message, facts, cause);
}

/** The failure of a file that has more bytes than may be stored: `maxBytes`, where the user sets them. `bytes` is its size, where that is known. */
export function fileOverLimitFailure(bytes?: number, maxBytes?: number): ServiceFailure {
	const limit = maxBytes ?? MAX_ANSWER_BYTES.media;
	const size = bytes === undefined ? `more than ${megabytes(limit)} MB` : `${megabytes(bytes)} MB`;
	if (maxBytes === undefined) return tooLargeFailure(size);
	const message = `it has ${size}, and Max File Size (MB) is ${megabytes(limit)}`;
	return new ServiceFailure(message, {
		kind: 'malformed',
		code: FILE_TOO_LARGE,
		cure: 'The job is done and paid for: a new one would be charged again. Increase Max File Size (MB) under Options > Retries and Limits, and fetch the file with Retrieve, which needs the Queue ID and the model of this error, and the download link if there is one.',
	});
}

/** The failure of an answer that is text where a file was expected, with the start of the text when it is the service's own. */
export async function textInsteadOfFileFailure(answer: Answer): Promise<ServiceFailure> {
	if (answer.isFromOtherServer) {
		cancelBody(answer.body);
		return unreadableAnswerFailure(
			answer,
			'The download link leads to text where a file was expected',
		);
	}
	const body = decodeBody(await readWholeBody(answer, 1_000_000).catch(() => ''));
	const bodyText = typeof body === 'string' ? body : JSON.stringify(body);
	const text = quoted(bodyText.trim(), 500);
	const message = `The service answered with text where a file was expected: ${text}`;
	return unreadableAnswerFailure(answer, message, { cure: cureOf(answer) });
}

export function unexpectedFormatFailure(
	answer: Answer,
	name: string,
	kind: string,
): ServiceFailure {
	const message = `The service answered with a file of the format ${name} where ${kind} was expected`;
	return unreadableAnswerFailure(answer, message, { cure: cureOf(answer) });
}

function cureOf({ charge = 'none' }: Answer): string {
	return charge === 'none' ? 'Fetching it again costs nothing.' : '';
}
