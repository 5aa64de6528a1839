import { amountOf } from '../../../../lib/billing/amount';
import type { UsageCharge } from '../../../../lib/billing/usageEntry';
import { anomaliesOf } from '../../../../lib/billing/report/anomalies';
import { createIntervalNamer } from '../../../../lib/billing/period';
import { SpendTally } from '../../../../lib/billing/tally';

const DAY = 86_400_000;
const start = Date.parse('2026-03-01T00:00:00Z');

/** A tally of the days from 1 March on, with the label or product in front. */
function tallyOf(labels: Record<string, number[]>): SpendTally {
	const tally = new SpendTally(createIntervalNamer('UTC', 'hour'));
	for (const [product, days] of Object.entries(labels)) {
		for (const [day, amount] of days.entries()) {
			if (amount === 0) continue;
			const at = start + day * DAY + 3_600_000;
			const [spent, units] = [amountOf(-amount, 'amount'), amountOf(1, 'units')];
			tally.add({ at, currency: 'USD', product, amount: spent, units } as UsageCharge);
		}
	}
	return tally;
}

const found = (labels: Record<string, number[]>, count = 9) => {
	const tally = tallyOf(labels);
	const span = { start, end: start + count * DAY };
	const tallies = { current: tally, byLabel: { current: tally } };
	return anomaliesOf(tallies, 'USD', span, 'UTC').map(
		({ firstDay, lastDay, costLabel, spend, usualPerDay, cause }) =>
			`${firstDay.slice(8)}-${lastDay.slice(8)} ${costLabel ?? `all, ${cause}`} ${spend}/${usualPerDay}`,
	);
};

it.each<[string, Record<string, number[]>, number, string[]]>([
	[
		'a day above three times the others',
		{ A: [1, 1, 2, 2, 6.1, 1, 2, 2, 2] },
		9,
		['05-05 A 6.1/2', '05-05 all, A 6.1/2'],
	],
	['not one of exactly three times', { A: [1, 1, 2, 2, 6, 1, 2, 2, 2] }, 9, []],
	['not in less than a week', { A: [1, 1, 1, 1, 9, 1] }, 6, []],
	[
		'a day where most days cost nothing',
		{ A: [0, 0, 0, 0, 9, 0, 1, 0, 0] },
		9,
		['05-05 A 9/1', '05-05 all, A 9/1'],
	],
	[
		'a day that is the only one',
		{ A: [0, 0, 0, 500] },
		31,
		['04-04 A 500/0', '04-04 all, A 500/0'],
	],
	['not days that are alike among empty ones', { A: [0, 3, 0, 0, 3, 0, 0, 3] }, 9, []],
	[
		'days in a row as one, with what cost most of them',
		{ A: [5, 5, 5, 5, 5, 5, 5, 5, 5], B: [0, 0, 0, 20, 21, 22, 0, 0, 0] },
		9,
		['04-06 all, B 78/5'],
	],
	[
		'a label whose total hides it, and none before its first charge',
		{ A: [50, 50, 50, 50, 50, 50, 50, 50, 50], B: [0, 1, 1, 1, 1, 1, 1, 4, 1] },
		9,
		['08-08 B 4/1'],
	],
	[
		'a label that rises the day after it is new',
		{ A: [9, 9, 9, 9, 9, 9, 9, 9, 9], B: [0, 0, 0, 0, 0, 1, 8] },
		9,
		['07-07 B 8/1'],
	],
])('finds %s', (_what, labels, days, expected) => {
	expect(found(labels, days).sort()).toEqual(expected.sort());
});
