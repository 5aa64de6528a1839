import { spendingOf } from '../../../lib/pricing/runSpending';

const usd = (amount: number) => ({ amount, currency: 'USD' }) as const;
const execution = (totals: Record<string, string> = {}) => {
	const flow = {};
	const customData = { get: (key: string) => totals[key], set: () => undefined };
	return () => ({ getContext: () => flow, customData });
};

describe('what an execution has spent', () => {
	it('is one sum for all its nodes, and another for each execution', () => {
		const [one, other] = [execution(), execution()];
		spendingOf(one()).add('A', usd(0.6));
		expect(() => spendingOf(one()).hold('B', 0.5, 1)).toThrow(
			'Not sent: this run has spent 0.6 USD. This call would cost about 0.5 USD, and Max Cost per Run is 1 USD',
		);
		spendingOf(other()).hold('B', 0.5, 1);
	});

	it('goes on from the totals that n8n kept, as after a wait in another process', () => {
		const resumed = execution({ inferenceCostUsd: '0.5', inferenceCostDiem: '0.4' });
		expect(() => spendingOf(resumed()).hold('A', 0.2, 1)).toThrow('has spent 0.9 USD');
		spendingOf(resumed()).hold('A', 0.1, 1);
	});

	it('counts what is in flight, until it is known or taken back', () => {
		const spending = spendingOf(execution()());
		const [first, second] = [spending.hold('A', 0.4, 1), spending.hold('A', 0.4, 1)];
		expect(() => spending.hold('A', 0.4, 1)).toThrow(
			'has spent 0 USD, and calls in flight may cost 0.8 USD',
		);
		first.release();
		first.release();
		spending.add('A', usd(0.1));
		second.settle(usd(0.1));
		spending.hold('A', 0.9, 1);
		expect(() => spending.hold('A', 0.000001, 1)).toThrow('Not sent');
	});

	it('takes the dearest call of the node for one that nothing prices, and the estimate for one that nothing reports', () => {
		const spending = spendingOf(execution()());
		spending.add('A', usd(0.3));
		spending.add('A', usd(0.2));
		spending.hold('A', undefined, 1).settle(null);
		expect(() => spending.hold('A', undefined, 1)).toThrow(
			'has spent 0.8 USD. This call would cost about 0.3 USD',
		);
		spending.hold('B', undefined, 1);
	});

	it('is that of one use of a node where n8n knows no execution', () => {
		const agent = () => ({
			getContext: () => {
				throw new Error('`executionData` is not initialized.');
			},
		});
		spendingOf(agent()).countCall('A', 1);
		spendingOf(agent()).countCall('A', 1);
	});

	it('counts the calls of each node', () => {
		const context = execution();
		spendingOf(context()).countCall('A', 2);
		spendingOf(context()).countCall('A', 2);
		spendingOf(context()).countCall('B', 2);
		expect(() => spendingOf(context()).countCall('A', 2)).toThrow(
			'Not sent: this node has made the 2 calls that Max Calls per Run allows',
		);
	});
});
