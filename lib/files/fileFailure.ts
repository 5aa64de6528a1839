import { cut } from '../core/cut';
import { messageOf, ServiceFailure } from '../core/failure';
import { unreadable, wholeBody, type Answer } from '../core/answer';
import { decodeBody } from '../core/decodeBody';
import { giveUp } from '../core/streams';

/** What Node.js says of a stream whose connection ended too early. */
const BROKE_OFF = /^(aborted|terminated|premature close|socket hang up|.*\bECONNRESET\b.*)$/i;

/** The failure of a file that did not arrive or could not be kept, with the reason. */
export function notStored(answer: Answer, error: unknown): ServiceFailure {
	const said = messageOf(error).replace(/^Error: /, '');
	const reason = BROKE_OFF.test(said) ? `the connection broke off (${said})` : said;
	const message = `The file could not be stored whole: ${reason}`;
	if (error instanceof ServiceFailure) return error.as(message, { charge: answer.charge });
	return broken(answer, message, error);
}

/** The failure of a file that was answered and is not there for that reason. */
export function broken(answer: Answer, message: string, cause?: unknown): ServiceFailure {
	const facts = { kind: 'unreachable', status: undefined, cure: cureOf(answer) } as const;
	return unreadable(answer, message, facts, cause);
}

/** The failure of an answer that is text where a file was expected, with the start of the text when it is the service's own. */
export async function notAFile(answer: Answer): Promise<ServiceFailure> {
	if (answer.foreign) {
		giveUp(answer.body);
		return unreadable(answer, 'The download link leads to text where a file was expected');
	}
	const body = decodeBody(await wholeBody(answer, 1_000_000).catch(() => ''));
	const said = typeof body === 'string' ? body : JSON.stringify(body);
	const { text } = cut(said.trim(), 500);
	const message = `The service answered with text where a file was expected: ${text}`;
	return unreadable(answer, message, { cure: cureOf(answer) });
}

/** The failure of a file of another kind than was asked for. */
export function otherKind(answer: Answer, name: string, kind: string): ServiceFailure {
	const message = `The service answered with a file of the format ${name} where ${kind} was expected`;
	return unreadable(answer, message, { cure: cureOf(answer) });
}

/** The failure of an answer that is called a sound, a picture or a film, and starts like none. */
export function notMedia(answer: Answer, mediaType: string, head: Buffer): ServiceFailure {
	const start = head.subarray(0, 16).toString('hex');
	const message = `The service answered with something that is not ${mediaType}: it starts with ${start}`;
	return unreadable(answer, message, { cure: cureOf(answer) });
}

function cureOf({ charge = 'none' }: Answer): string {
	return charge === 'none' ? 'Fetching it again costs nothing.' : '';
}
