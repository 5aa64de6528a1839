/** An error whose message says all that the reader needs: it is printed as a sentence, without a stack. */
export class PlainError extends Error {
	name = 'PlainError';
}

/** What a check needs and this n8n does not have; the check is skipped. */
export class NotHere extends Error {}

/** @param {unknown} error */
export function describeError(error) {
	if (error instanceof PlainError) return error.message;
	return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
