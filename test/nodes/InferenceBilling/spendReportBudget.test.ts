import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { InferenceBilling } from '../../../nodes/InferenceBilling/InferenceBilling.node';
import { clock } from '../../../lib/core/clock';
import { binaryBuffer } from '../../engine/runNode';
import { withService } from '../withService';
import { entry } from './spendHistory';

const world = withService();
const node = new InferenceBilling();
const day = (date: number) => `2026-04-${String(date).padStart(2, '0')}T10:00:00.000Z`;

/** Ten days of April, a dollar on the odd ones and three on the even ones, and two on the day that runs. */
beforeEach(() => {
	jest.spyOn(clock, 'now').mockReturnValue(Date.parse('2026-04-11T12:00:00.000Z'));
	for (let date = 1; date <= 10; date++) {
		world.service.record(entry(day(date), date % 2 === 0 ? -3 : -1));
	}
	world.service.record(entry(day(11), -2));
	world.service.record(entry(day(11), -7, { currency: 'DIEM' }));
});

async function report(parameters: INodeParameters) {
	const { outputs, error } = await world.run({
		node,
		parameters: {
			...{ resource: 'report', operation: 'get', timeZone: 'UTC', files: ['html'] },
			...parameters,
		},
	});
	const [item] = outputs[0] ?? [];
	const page = item?.binary?.html && String(await binaryBuffer(item.binary.html));
	return { error, page, json: item?.json ?? {}, totals: (item?.json.totals ?? {}) as IDataObject };
}

const month = (monthlyBudget: number, more: INodeParameters = {}) =>
	report({ period: 'thisMonth', options: { monthlyBudget }, ...more });

it('says how much of the budget of the month is used, and what the month comes to', async () => {
	const { json, totals } = await month(60);
	expect(totals.USD).toMatchObject({
		net: 22,
		budget: {
			...{
				budget: 60,
				used: 22,
				remaining: 38,
				percentUsed: 36.67,
				withinBudget: true,
				complete: true,
			},
			exact: { budget: '60', used: '22', remaining: '38' },
		},
		// Two dollars a day, for the 19.5 days that are left.
		forecast: { spend: expect.closeTo(61, 9), days: 10, status: 'unsure' },
	});
	const { low, high } = (totals.USD as { forecast: { low: number; high: number } }).forecast;
	expect(low).toBeGreaterThan(45);
	expect(low).toBeLessThan(60);
	expect(high).toBeGreaterThan(62);
	expect(totals.DIEM).not.toHaveProperty('budget');
	expect(json.text).toContain('Budget: 36.67% of 60.00 USD');
	expect(json.text).toMatch(/Forecast: 61.00 USD \([45]\d\.\d+ to [67]\d\.\d+\)/);
});

it.each([
	[100, 'within'],
	[30, 'exceeded'],
])('the forecast for a budget of %d is %s', async (budget, status) => {
	const { totals } = await month(budget);
	expect(totals.USD).toMatchObject({ forecast: { status } });
});

it('is not called within a budget that leaves out charges in an unknown currency', async () => {
	world.service.record({ ...entry(day(5), -1), currency: 'EUR' as 'USD' });
	const { json, totals } = await month(100);
	expect(totals.USD).toMatchObject({
		budget: { used: 22, withinBudget: false, complete: false },
		forecast: { status: 'unsure' },
	});
	expect(json.text).toContain(
		'22% of 100.00 USD, this period’s part of the monthly budget, without the charges in other currencies',
	);
});

it('draws the budget of a day across the bars, and names it', async () => {
	const { page = '' } = await month(60);
	expect(page).toContain('Budget per day, 5 Apr: 2.00 USD');
	expect(page).toContain('Budget per day: 2.00 at each bar.');
	expect(page.match(/class="limit"/g)?.length).toBeGreaterThanOrEqual(11);
	expect((await month(60, { period: 'yesterday' })).page).toContain(
		'Budget per hour, 10:00: 0.0833 USD',
	);
});

it('counts the part of the month for a period that is over, and forecasts nothing', async () => {
	const { totals } = await month(60, { period: 'yesterday' });
	expect(totals.USD).toMatchObject({ budget: { budget: 2, used: 3, withinBudget: false } });
	expect(totals.USD).not.toHaveProperty('forecast');
});

it('has neither budget nor line without the option', async () => {
	const { totals, page } = await report({ period: 'thisMonth' });
	expect(totals.USD).not.toHaveProperty('budget');
	expect((totals.USD as IDataObject).forecast).not.toHaveProperty('status');
	expect(page).not.toContain('class="limit"');
});

it.each([
	[
		{ options: { monthlyBudget: 0 } },
		/Monthly Budget \(USD\) must be a number above 0, but 0 was given/,
	],
	[
		{ options: { monthlyBudget: 5 }, currency: 'DIEM' },
		/Monthly Budget \(USD\) needs a report in USD, but Currency is DIEM/,
	],
])('refuses %j', async (parameters, sentence) => {
	const { error } = await report({ period: 'thisMonth', ...parameters });
	expect(error?.message).toMatch(sentence);
	expect(world.service.journal).toEqual([]);
});
