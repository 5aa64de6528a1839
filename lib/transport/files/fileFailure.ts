import type { Answer } from '../http/answer';
import { decodeBody, isStream, readAll } from '../http/decodeBody';
import { requestId } from '../http/exchange';
import { ServiceFailure, type FailureFacts } from '../errors/failure';

const CHARGED: Pick<FailureFacts, 'cure'> = {
	cure: 'The call was answered and so probably charged: check the usage history before you run it again.',
};
const FREE: Pick<FailureFacts, 'cure'> = { cure: 'Fetching it again costs nothing.' };

/** What Node.js says of a stream whose connection ended too early. */
const BROKE_OFF = /^(aborted|terminated|premature close|socket hang up|.*\bECONNRESET\b.*)$/i;

/** The failure of a file that did not arrive or could not be kept, with the reason; a `free` one costs nothing to fetch again. */
export function notStored(answer: Answer, error: unknown, free?: boolean): ServiceFailure {
	const said = (error instanceof Error ? error.message : String(error)).replace(/^Error: /, '');
	const reason = BROKE_OFF.test(said) ? `the connection broke off (${said})` : said;
	return broken(answer, `The file could not be stored whole: ${reason}`, free);
}

/** The failure of a file that was answered and is not there for that reason. */
export function broken(answer: Answer, message: string, free?: boolean): ServiceFailure {
	return new ServiceFailure(free === true ? message : `${message}; the call was probably charged`, {
		kind: 'unreachable',
		requestId: requestId(answer.headers),
		...(free === true ? FREE : CHARGED),
	});
}

/** The failure of an answer that is text where a file was expected, with the begin of the text. */
export async function notAFile(answer: Answer, free?: boolean): Promise<ServiceFailure> {
	const raw: unknown = answer.body;
	const [read] = await Promise.allSettled([isStream(raw) ? readAll(raw, 1_000_000) : raw]);
	const body = read.status === 'fulfilled' ? decodeBody(read.value) : '';
	const text = (typeof body === 'string' ? body : JSON.stringify(body)).trim().slice(0, 500);
	const message = `The service answered with text where a file was expected: ${text}`;
	return new ServiceFailure(
		free === true ? message : `${message}; the call may have been charged`,
		{
			kind: 'malformed',
			status: 200,
			requestId: requestId(answer.headers),
			...(free === true ? FREE : { cure: 'Check the usage history before you run it again.' }),
		},
	);
}
