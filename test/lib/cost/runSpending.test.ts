import { NO_CALLS, spendingOf } from '../../../lib/cost/runSpending';

const usd = (amount: number) => ({ amount, currency: 'USD' }) as const;
const execution = (totals: Record<string, string> = {}) => {
	const flow = {};
	const customData = { get: (key: string) => totals[key], set: () => undefined };
	return () => ({ getContext: () => flow, customData });
};

const ONE_WAITS = { waiting: 1, begun: 0 };

function makeCalls(context: object, node: string, maxCalls: number, calls = 1): void {
	const own = { ...NO_CALLS };
	spendingOf(context).countCalls(node, maxCalls, own, { waiting: 0, begun: calls });
	while (own.begun > 0) spendingOf(context).makeCall(node, own);
}

const chargedTo = (context: object) => Number(spendingOf(context).queue.state.chargedUsd);

describe('what an execution has spent', () => {
	it('is one sum for all its nodes, and another for each execution', () => {
		const [one, other] = [execution(), execution()];
		spendingOf(one()).addCost(usd(0.6));
		expect([chargedTo(one()), chargedTo(other())]).toEqual([0.6, 0]);
	});

	it('goes on from the totals that n8n kept, as after a wait in another process', () => {
		const resumed = execution({ inferenceCostUsd: '0.5', inferenceCostDiem: '0.4' });
		expect(chargedTo(resumed())).toBe(0.9);
	});

	it('falls by a refund, and never below nothing', () => {
		const context = execution()();
		spendingOf(context).addCost(usd(0.6));
		spendingOf(context).addCost(usd(-0.2));
		expect(chargedTo(context)).toBeCloseTo(0.4, 10);
		spendingOf(context).addCost(usd(-9));
		expect(chargedTo(context)).toBe(0);
	});

	it('leaves room for what is only planned, beside what was planned before it', () => {
		const spending = spendingOf(execution()());
		spending.addCost(usd(0.5));
		expect([0.3, 0.3, 0.2].map((planned) => spending.planCall(planned, 1))).toEqual([
			...[true, false, true],
		]);
	});

	it('goes on with what n8n stored with the execution, and starts again in another one', () => {
		const stored = {};
		const run = (id: string, flow: object) => ({
			getContext: () => flow,
			getExecutionId: () => id,
		});
		spendingOf(run('1', stored)).addCost(usd(0.6));
		makeCalls(run('1', stored), '__proto__', 2, 2);
		const resumed = run('1', JSON.parse(JSON.stringify(stored)) as object);
		expect(chargedTo(resumed)).toBe(0.6);
		expect(() => makeCalls(resumed, '__proto__', 2)).toThrow('has made the 2 calls');
		const retried = run('2', JSON.parse(JSON.stringify(stored)) as object);
		expect(chargedTo(retried)).toBe(0);
		makeCalls(retried, '__proto__', 2, 2);
	});

	it('is that of one use of a node where n8n knows no execution', () => {
		const agent = () => ({
			getContext: () => {
				throw new Error('`executionData` is not initialized.');
			},
		});
		makeCalls(agent(), 'A', 1);
		makeCalls(agent(), 'A', 1);
	});

	it('counts the calls of each node', () => {
		const context = execution();
		makeCalls(context(), 'A', 2);
		makeCalls(context(), 'A', 2);
		makeCalls(context(), 'B', 2);
		expect(() => makeCalls(context(), 'A', 2)).toThrow(
			'Not sent: this node has made the 2 calls that Max Calls per Run allows',
		);
		expect(() => makeCalls(context(), 'A', 3, 2)).toThrow(
			'Not sent: it takes 2 calls. Of the 3 calls that Max Calls per Run allows, this node has made 2',
		);
	});

	it('keeps no call of an item on its way for those that wait, and says which are made', () => {
		const spending = spendingOf(execution()());
		const [first, second, third] = [{ ...NO_CALLS }, { ...NO_CALLS }, { ...NO_CALLS }];
		const begun = { waiting: 0, begun: 3 };
		for (const item of [first, second]) spending.countCalls('A', 4, item, ONE_WAITS);
		spending.countCalls('A', 4, first, begun);
		expect(() => spending.countCalls('A', 4, third, ONE_WAITS)).toThrow(
			'Not sent: of the 4 calls that Max Calls per Run allows, this node has made 0 and keeps 4 for other items',
		);
		spending.makeCall('A', first);
		expect(() => spending.countCalls('A', 4, second, begun)).toThrow(
			'Not sent: it takes 3 calls. Of the 4 calls that Max Calls per Run allows, this node has made 1 and keeps 2 for other items',
		);
		spending.uncountCalls('A', first);
		spending.countCalls('A', 4, second, begun);
	});
});
