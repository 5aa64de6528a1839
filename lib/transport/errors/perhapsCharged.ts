import { ServiceFailure } from './failure';
import { FailureWithFiles } from '../files/failureWithFiles';

/**
 * The failure of a paid call whose answer came and could not be read, with the words that it may have been charged.
 * Where a run goes on after failures, only the message reaches the next node.
 */
export function perhapsCharged(error: unknown): unknown {
	if (!(error instanceof ServiceFailure) || error instanceof FailureWithFiles) return error;
	const { message, facts } = error;
	if (facts.kind !== 'malformed' || /\bcharged\b/.test(message)) return error;
	return new ServiceFailure(`${message}; the call may have been charged`, facts);
}
