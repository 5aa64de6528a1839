import { ServiceFailure, type FailureFacts } from '../../../../lib/core/failure';
import { isTemporary } from '../../../../lib/run/jobs/queuedJob';

describe('isTemporary', () => {
	it.each<[boolean, FailureFacts]>([
		...[429, 500, 502, 503, 504, 520].map((status): [boolean, FailureFacts] => [
			true,
			{ kind: 'refused', status },
		]),
		...[400, 401, 402, 403, 404, 409, 410, 422].map((status): [boolean, FailureFacts] => [
			false,
			{ kind: 'refused', status },
		]),
		[true, { kind: 'refused', code: 'RATE_LIMIT_EXCEEDED' }],
		[false, { kind: 'refused' }],
		[true, { kind: 'unreachable' }],
		[true, { kind: 'timeout' }],
		[true, { kind: 'malformed' }],
		[false, { kind: 'cancelled' }],
		[false, { kind: 'input' }],
	])('is %s for %j', (expected, facts) => {
		expect(isTemporary(new ServiceFailure('No', facts))).toBe(expected);
	});

	it('is false for what is no failure of a call', () => {
		expect(isTemporary(new TypeError('No'))).toBe(false);
	});
});
