import { amountOf } from '../../../../lib/billing/amount';
import type { UsageCharge } from '../../../../lib/billing/usageEntry';
import { anomaliesOf } from '../../../../lib/billing/report/anomalies';
import { createIntervalNamer } from '../../../../lib/billing/intervals';
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
		({ day, costLabel, spend, usual }) => `${day.slice(8)} ${costLabel ?? 'all'} ${spend}/${usual}`,
	);
};

it.each<[string, Record<string, number[]>, number, string[]]>([
	[
		'a day above three times the others',
		{ A: [1, 1, 2, 2, 6.1, 1, 2, 2, 2] },
		9,
		['05 A 6.1/2', '05 all 6.1/2'],
	],
	['not one of exactly three times', { A: [1, 1, 2, 2, 6, 1, 2, 2, 2] }, 9, []],
	['not in less than a week', { A: [1, 1, 1, 1, 9, 1] }, 6, []],
	['not where most days cost nothing', { A: [0, 0, 0, 0, 9, 0, 1, 0, 0] }, 9, []],
	[
		'a label whose total hides it, and none before its first charge',
		{ A: [50, 50, 50, 50, 50, 50, 50, 50, 50], B: [0, 1, 1, 1, 1, 1, 1, 4, 1] },
		9,
		['08 B 4/1'],
	],
	[
		'a label that is new, without judgement',
		{ A: [9, 9, 9, 9, 9, 9, 9, 9, 9], B: [0, 0, 0, 0, 0, 1, 8] },
		9,
		[],
	],
])('finds %s', (_what, labels, days, expected) => {
	expect(found(labels, days).sort()).toEqual(expected.sort());
});
