import { accept } from '../../lib/fields/accept';
import type { ValueRule } from '../../lib/fields/rules';

const USUAL = 512;
const MOST = 2048;

const RULE: ValueRule = {
	label: 'Batch Size',
	kind: 'number',
	integer: true,
	min: 1,
	max: MOST,
	required: true,
};

/** How many texts go in one request; throws a ServiceFailure when it is out of range. */
export function batchSizeOf(given: unknown): number {
	return Number(accept(RULE, given === undefined ? USUAL : given, 'UTC'));
}
