import {
	cancelledFailure,
	cancelledInFlightFailure,
	isCancelledWait,
	failureOf,
	ServiceFailure,
} from '../../../lib/core/failure';

it('distinguishes a wait that was ended from a call that was', () => {
	expect(isCancelledWait(cancelledFailure())).toBe(true);
	expect(isCancelledWait(cancelledInFlightFailure('none'))).toBe(false);
	expect(isCancelledWait(new Error('x'))).toBe(false);
});

describe('a failure in other words', () => {
	const first = new ServiceFailure('One', { kind: 'timeout', status: 504, charge: 'possible' });

	it('keeps its facts and leads back to the first', () => {
		const second = first.withMessage('Two', { cure: 'Wait' });
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
