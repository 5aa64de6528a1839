/** An error whose message says all that the reader needs: it is printed as a sentence, without a stack. */
export class PlainError extends Error {
	name = 'PlainError';
}

/** @param {unknown} error */
export function describeError(error) {
	if (error instanceof PlainError) return error.message;
	return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
