import {
	joinedKey,
	emptyCount,
	SpendWatch,
	type AlertSettings,
} from '../../../lib/billing/spendAlerts';

const settings: AlertSettings = { threshold: 0.3, unit: 'day', zone: 'UTC', of: 'all' };
const DAY = '2026-03-15';
const charge = (amount: number, time = '10:00', currency = 'USD', day = DAY) => ({
	timestamp: `${day}T${time}:00.000Z`,
	amount,
	currency,
});
const begin = (change: Partial<AlertSettings> = {}) =>
	new SpendWatch(emptyCount(`${DAY}T00:00:00.000Z`, settings), { ...settings, ...change });

describe('SpendWatch', () => {
	it('alerts once when the exact sum reaches the threshold', () => {
		const alerts = begin();
		expect(alerts.add(charge(-0.1))).toEqual([]);
		expect(alerts.add(charge(-0.1))).toEqual([]);
		// As floating numbers 0.1 + 0.1 + 0.1 is more than 0.3, and 0.1 + 0.2 - 1e-17 as much.
		expect(alerts.add(charge(-0.09999999999999999))).toEqual([]);
		expect(alerts.add(charge(-0.00000000000000001, '11:00'))).toEqual([
			{
				id: expect.stringMatching(/^[0-9a-f]{32}$/),
				currency: 'USD',
				threshold: 0.3,
				spend: 0.3,
				period: 'day',
				periodStart: '2026-03-15T00:00:00.000Z',
				periodEnd: '2026-03-16T00:00:00.000Z',
				passedAt: '2026-03-15T11:00:00.000Z',
			},
		]);
		expect(alerts.add(charge(-5))).toEqual([]);
	});

	it('counts each currency separately', () => {
		const alerts = begin();
		expect(alerts.add(charge(-0.2))).toEqual([]);
		expect(alerts.add(charge(-0.2, '10:00', 'DIEM'))).toEqual([]);
		expect(alerts.add(charge(-0.2))).toMatchObject([{ currency: 'USD', spend: 0.4 }]);
		expect(alerts.add(charge(-0.2, '10:00', 'DIEM'))).toMatchObject([{ currency: 'DIEM' }]);
		expect(alerts.countToKeep().spend).toEqual({ USD: '0.4', DIEM: '0.4' });
	});

	it('does not count refunds', () => {
		const alerts = begin();
		alerts.add(charge(-0.2));
		expect(alerts.add(charge(5))).toEqual([]);
		expect(alerts.add(charge(-0.1))).toHaveLength(1);
	});

	it('starts again with each period, at its first moment', () => {
		const alerts = begin();
		const first = alerts.add(charge(-1));
		expect(alerts.add(charge(-1, '23:59'))).toEqual([]);
		const second = alerts.add(charge(-1, '00:00', 'USD', '2026-03-16'));
		expect(second).toMatchObject([{ spend: 1, periodStart: '2026-03-16T00:00:00.000Z' }]);
		expect(second[0]?.id).not.toBe(first[0]?.id);
	});

	it('goes on with a count that was kept', () => {
		const alerts = begin();
		alerts.add(charge(-0.25));
		const kept = JSON.parse(JSON.stringify(alerts.countToKeep()));
		const resumed = new SpendWatch(kept, settings);
		expect(resumed.add(charge(-0.05))).toMatchObject([{ spend: 0.3 }]);
		const passed = new SpendWatch(JSON.parse(JSON.stringify(resumed.countToKeep())), settings);
		expect(passed.add(charge(-0.05))).toEqual([]);
	});

	it('alerts again for a threshold that was raised, and not for one that was lowered', () => {
		const alerts = begin();
		const [first] = alerts.add(charge(-0.4));
		const raised = new SpendWatch(alerts.countToKeep(), { ...settings, threshold: 1 });
		expect(raised.alertsPassedAlready(`${DAY}T12:00:00.000Z`)).toEqual([]);
		const [second] = raised.add(charge(-0.6, '12:00'));
		expect(second).toMatchObject({ threshold: 1, spend: 1 });
		expect(second?.id).not.toBe(first?.id);
		const lowered = new SpendWatch(raised.countToKeep(), { ...settings, threshold: 0.5 });
		expect(lowered.alertsPassedAlready(`${DAY}T13:00:00.000Z`)).toEqual([]);
		expect(lowered.add(charge(-1))).toEqual([]);
	});

	it('looks whether a lowered threshold is passed already, in the period that is running', () => {
		const high = begin({ threshold: 10 });
		high.add(charge(-4));
		const at = `${DAY}T12:00:00.000Z`;
		const low = new SpendWatch(high.countToKeep(), { ...settings, threshold: 3 });
		expect(low.alertsPassedAlready(at)).toMatchObject([{ spend: 4, threshold: 3, passedAt: at }]);
		expect(low.alertsPassedAlready(at)).toEqual([]);
		const later = new SpendWatch(high.countToKeep(), { ...settings, threshold: 3 });
		expect(later.alertsPassedAlready('2026-03-16T12:00:00.000Z')).toEqual([]);
	});
});

describe('countName', () => {
	it('distinguishes what is missing from what is empty', () => {
		expect(joinedKey('day', undefined, 1)).toBe('["day",null,1]');
		expect(joinedKey('a', 'b')).not.toBe(joinedKey('a,b'));
	});
});
