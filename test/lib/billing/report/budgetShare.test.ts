import { amountOf } from '../../../../lib/billing/amount';
import { reportPeriods } from '../../../../lib/billing/period';
import { budgetOfSpan, budgetShare } from '../../../../lib/billing/report/budget';

const zone = 'Europe/Berlin';
const at = (text: string) => Date.parse(text);
const span = (start: string, end: string) => ({ start: at(start), end: at(end) });
const monthly = amountOf(310, 'budget');
const march = span('2026-03-01T00:00:00+01:00', '2026-04-01T00:00:00+02:00');

describe('a monthly budget', () => {
	it.each([
		['a month', march, 310],
		['a day', span('2026-03-05T00:00:00+01:00', '2026-03-06T00:00:00+01:00'), 10],
		[
			'the day on which the clocks change',
			span('2026-03-29T00:00:00+01:00', '2026-03-30T00:00:00+02:00'),
			10,
		],
		['half of a day', span('2026-03-05T06:00:00+01:00', '2026-03-05T18:00:00+01:00'), 5],
		['two months', span('2026-02-28T00:00:00+01:00', '2026-03-02T00:00:00+01:00'), 310 / 28 + 10],
	])('has the part of %s', (_what, part, expected) => {
		expect(Number(budgetOfSpan(monthly, part, zone))).toBeCloseTo(expected, 9);
	});

	const days = (...nets: number[]) =>
		nets.map((net, index) => ({ slot: `2026-03-0${index + 1}`, net: amountOf(net, 'net') }));

	it.each([
		[[100, 100, 110], null],
		[[100, 211, 10], '2026-03-02'],
		[[400, -100, 5, 10], '2026-03-04'],
		[[400, -100], null],
	])('a budget of days of %j is exceeded on %s', (nets, day) => {
		const share = budgetShare(monthly, days(...nets), ['USD']);
		expect([share.exceededOn, share.withinBudget]).toEqual([day, day === null]);
	});

	it('is not kept where charges are left out', () => {
		expect(budgetShare(monthly, days(1), ['USD', 'VCU'])).toMatchObject({
			...{ complete: false, withinBudget: false, exceededOn: null },
		});
	});
});

describe('the whole of a running period', () => {
	const now = at('2026-03-29T12:00:00+02:00');

	it('ends with its day or month', () => {
		expect(reportPeriods('thisMonth', now, zone).whole).toEqual(march);
		expect(reportPeriods('today', now, zone).whole).toEqual(
			span('2026-03-29T00:00:00+01:00', '2026-03-30T00:00:00+02:00'),
		);
	});

	it('is not there for one that is over', () => {
		expect(reportPeriods('yesterday', now, zone).whole).toBeUndefined();
		expect(reportPeriods('lastMonth', now, zone).whole).toBeUndefined();
	});
});
