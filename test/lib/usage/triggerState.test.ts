import { triggerState } from '../../../lib/usage/triggerState';

const since = '2026-03-01T00:00:00.000Z';
const until = '2026-03-01T01:00:00.000Z';

describe('triggerState', () => {
	it.each([undefined, null, {}, 'x', { v: 2 }, { v: 2, since: 5 }])('takes %j for none', (kept) => {
		expect(triggerState(kept)).toBeUndefined();
	});

	it('gives the one that was kept', () => {
		const kept = { v: 2, since, open: { until, skip: 0, cursor: 'c' } };
		expect(triggerState(kept)).toEqual(kept);
	});

	it('takes over version 1', () => {
		expect(triggerState({ v: 1, since })).toEqual({ v: 2, since });
	});

	it('starts an open window of version 1 over and passes over what it gave', () => {
		const open = { until, currency: 'USD', given: 12, cursor: 'c' };
		expect(triggerState({ v: 1, since, open })).toEqual({
			v: 2,
			since,
			open: { until, currency: 'USD', skip: 12 },
		});
	});

	it('refuses one of a newer version, so that nothing is given twice', () => {
		expect(() => triggerState({ v: 3, since })).toThrow(/newer version of this package \(3\)/);
	});
});
