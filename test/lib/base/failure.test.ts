import {
	cancelled,
	cancelledInFlight,
	endedWaiting,
	failureOf,
	maybeServed,
	ServiceFailure,
	type FailureFacts,
} from '../../../lib/base/failure';

describe('a call may have been served', () => {
	it.each<[string, Partial<FailureFacts>, boolean]>([
		['a broken connection', { kind: 'unreachable', code: 'ECONNRESET' }, true],
		['a broken connection without a code', { kind: 'unreachable' }, true],
		['a line that failed', { kind: 'unreachable', code: 'EHOSTUNREACH' }, true],
		['a broken TLS record', { kind: 'unreachable', code: 'ERR_SSL_BAD_RECORD_TYPE' }, true],
		['a time limit', { kind: 'timeout', code: 'ECONNABORTED' }, true],
		['an unreadable answer', { kind: 'malformed', status: 200 }, true],
		['a failed gateway', { status: 502 }, true],
		['a gateway that did not wait', { status: 504 }, true],
		['a call stopped in flight', cancelledInFlight('possible').facts, true],
		['a wait that was stopped', cancelled().facts, false],
		['a refused connection', { kind: 'unreachable', code: 'ECONNREFUSED' }, false],
		['an unknown host', { kind: 'unreachable', code: 'ENOTFOUND' }, false],
		['a bad certificate', { kind: 'unreachable', code: 'CERT_HAS_EXPIRED' }, false],
		['a busy service', { status: 503 }, false],
		['bad input', { kind: 'input' }, false],
	])('after %s: %o becomes %p', (_what, facts, served) => {
		expect(maybeServed({ kind: 'refused', ...facts })).toBe(served);
	});
});

it('distinguishes a wait that was ended from a call that was', () => {
	expect(endedWaiting(cancelled())).toBe(true);
	expect(endedWaiting(cancelledInFlight('none'))).toBe(false);
	expect(endedWaiting(new Error('x'))).toBe(false);
});

describe('a failure in other words', () => {
	const first = new ServiceFailure('One', { kind: 'timeout', status: 504, charge: 'possible' });

	it('keeps its facts and leads back to the first', () => {
		const second = first.as('Two', { cure: 'Wait' });
		expect(second).toMatchObject({
			message: 'Two',
			facts: { kind: 'timeout', status: 504, charge: 'possible', cure: 'Wait' },
		});
		expect(second.cause).toBe(first);
	});

	it('keeps of another error the words and not the request', () => {
		const error = Object.assign(new TypeError('No'), { config: { headers: { Key: 'secret' } } });
		const { cause, message } = failureOf(error, 'input');
		expect(message).toBe('No');
		expect(cause).toMatchObject({ name: 'TypeError', message: 'No' });
		expect(cause).not.toHaveProperty('config');
		expect(failureOf(first, 'input')).toBe(first);
	});
});
