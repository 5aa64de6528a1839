import { amountOf } from '../../../../lib/billing/amount';
import { reportPeriods } from '../../../../lib/billing/period';
import { MonthlyBudget } from '../../../../lib/billing/report/outlook';
import { intervalNamesWithin } from '../../../../lib/billing/intervals';

const zone = 'Europe/Berlin';
const at = (text: string) => Date.parse(text);
const span = (start: string, end: string) => ({ start: at(start), end: at(end) });
const budget = new MonthlyBudget(amountOf(310, 'budget'), zone);
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
		expect(Number(budget.shareOfSpan(part))).toBeCloseTo(expected, 9);
	});

	it.each(['day', 'hour'] as const)('comes to the month over every %s of it', (unit) => {
		const parts = intervalNamesWithin(march, zone, unit).map((slot) =>
			Number(budget.shareOfInterval(slot, unit)),
		);
		expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(310, 6);
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
