import { badInput } from '../../lib/transport/errors/failure';

const USUAL = 512;
const MOST = 2048;

/** How many texts go in one request; throws a ServiceFailure when it is out of range. */
export function batchSizeOf(given: unknown): number {
	const value = given === undefined ? USUAL : given === '' ? Number.NaN : Number(given);
	if (Number.isInteger(value) && value >= 1 && value <= MOST) return value;
	throw badInput(
		`Batch Size must be a whole number from 1 to ${MOST}, but ${JSON.stringify(given)} was given`,
	);
}
