import { durationInWords } from './duration';
import { ServiceFailure } from './failure';

/** The most bytes that are read of an answer, counted after decompression. */
export const MAX_ANSWER_BYTES = {
	/** A sound or a picture, which goes to n8n's store and not into memory; of a job's file, an option says how large it may be. */
	media: 250_000_000,
	/** JSON and text of a call that is paid for: embeddings, pictures in base64, a chat. */
	paid: 100_000_000,
	/** JSON and text of a free call: a page of a list, a status. */
	free: 20_000_000,
	error: 1_000_000,
};

/** What a body that is read as it arrives may have: bytes (of a file, whoever stores it counts them), time without a byte, and time in all before its speed counts. */
export interface BodyBounds {
	bytes: number;
	idleMs: number;
	speedGraceMs: number;
}

export const DEFAULT_BODY_BOUNDS: BodyBounds = {
	bytes: MAX_ANSWER_BYTES.paid,
	idleMs: 300_000,
	speedGraceMs: 3_600_000,
};

/** How long a streamed chat may go on without adding anything: models that think unseen send nothing else for long. */
export const LONGEST_SILENCE_MS = 900_000;

/** Levels of JSON; a trace of a blockchain call has hundreds. */
export const MAX_JSON_LEVELS = 1_000;

/** Objects and lists in one answer: empty ones take 20 times as much memory as they have bytes. */
export const MAX_JSON_CONTAINERS = 1_000_000;

/** The code of an answer that is larger than what is read; it is not asked for again. */
export const ANSWER_TOO_LARGE = 'ANSWER_TOO_LARGE';

/** The code of a job's file that is larger than the user lets it be; the service still has it. */
export const FILE_TOO_LARGE = 'FILE_TOO_LARGE';

export function tooLargeFailure(what: string): ServiceFailure {
	return new ServiceFailure(`The response is too large (${what}), so reading stopped`, {
		kind: 'malformed',
		code: ANSWER_TOO_LARGE,
		cure: "Reduce the request, for example with a lower limit. If this is a normal size, contact the service's support.",
	});
}

const RETRY_CURE = 'Run it again, or increase Timeout under Options > Retries and Limits.';

/** The failure of an answer that stopped arriving, or whose `what` did; whoever reads it says what it may have cost. */
export function stalledAnswerFailure(idleMs: number, what = 'data'): ServiceFailure {
	const message = `The answer stopped arriving: no ${what} for ${durationInWords(idleMs)}`;
	return new ServiceFailure(message, { kind: 'timeout', code: 'ETIMEDOUT', cure: RETRY_CURE });
}

export function tooSlowFailure(bytes: number): ServiceFailure {
	const message = `The answer arrived too slowly: ${bytes} bytes until it was given up`;
	return new ServiceFailure(message, { kind: 'timeout', code: 'ETIMEDOUT', cure: RETRY_CURE });
}
