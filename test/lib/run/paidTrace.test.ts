import type { IExecuteSingleFunctions } from 'n8n-workflow';
import { ServiceFailure } from '../../../lib/core/failure';
import { tracePossibleCharge } from '../../../lib/run/paidTrace';

const traced = (charge?: 'none' | 'possible') => {
	const warn = jest.fn();
	const context = {
		...{ logger: { warn }, getNode: () => ({ name: 'Chat' }) },
		...{ getItemIndex: () => 1, getExecutionId: () => '7' },
	} as unknown as IExecuteSingleFunctions;
	tracePossibleCharge(context, new ServiceFailure('It broke', { kind: 'unreachable', charge }));
	return warn.mock.calls;
};

it('only a call that may have been charged is named as one', () => {
	expect(traced('possible')).toEqual([['"Chat": item 2 of execution 7 may have been charged']]);
	expect([...traced('none'), ...traced()]).toEqual([]);
});
