import { readTriggerState } from '../../../lib/billing/triggerState';

const since = '2026-03-01T00:00:00.000Z';
const until = '2026-03-01T01:00:00.000Z';

describe('triggerState', () => {
	it.each([undefined, null, {}, 'x'])('takes %j for none', (kept) => {
		expect(readTriggerState(kept)).toBeUndefined();
	});

	it('returns the one that was kept', () => {
		const kept = { since, open: { until, skip: 0, cursor: 'c' } };
		expect(readTriggerState(kept)).toEqual(kept);
	});

	const good = { since };

	it.each([
		{ open: { until, skip: 0 } },
		{ since: 5 },
		{ since: 'yesterday' },
		{ ...good, open: 'x' },
		{ ...good, open: { skip: 0 } },
		{ ...good, open: { until, skip: 1.5 } },
		{ ...good, open: { until, skip: 0, from: 'x' } },
		{ ...good, open: { until, skip: 0, cursor: 5 } },
		{ ...good, open: { until, skip: 0, moment: { at: since } } },
	])('refuses %j, which cannot be read, rather than begin elsewhere', (kept) => {
		expect(() => readTriggerState(kept)).toThrow(
			/checkpoint in the usage history cannot be read: \{/,
		);
	});

	const count = { of: 'x', period: { start: since, end: until }, spend: { USD: '1' }, passed: {} };

	it('returns the count of spend that was kept', () => {
		for (const spend of [{ count }, { count, back: { since, open: { until, skip: 0 } } }]) {
			expect(readTriggerState({ ...good, spend })).toEqual({ ...good, spend });
		}
	});

	it.each([
		5,
		{},
		{ count: { ...count, period: {} } },
		{ count: { ...count, spend: { USD: 'much' } } },
		{ count: { ...count, spend: { USD: '0x10' } } },
		{ count: { ...count, passed: { USD: ' ' } } },
		{ count: { ...count, passed: null } },
		{ count, back: {} },
	])('counts again where %j was kept', (spend) => {
		expect(readTriggerState({ ...good, spend })).toEqual(good);
	});
});
