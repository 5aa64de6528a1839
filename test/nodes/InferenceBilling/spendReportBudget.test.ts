import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { InferenceBilling } from '../../../nodes/InferenceBilling/InferenceBilling.node';
import { clock } from '../../../lib/core/clock';
import { binaryBuffer } from '../../engine/runNode';
import { withService } from '../withService';
import { entry } from './spendHistory';

const world = withService();
const node = new InferenceBilling();
const day = (date: number) => `2026-04-${String(date).padStart(2, '0')}T10:00:00.000Z`;

/** Two dollars a day for two weeks, and on the day that runs. */
beforeEach(() => {
	jest.spyOn(clock, 'now').mockReturnValue(Date.parse('2026-04-11T12:00:00.000Z'));
	for (const date of [28, 29, 30, 31]) {
		world.service.record(entry(`2026-03-${date}T10:00:00.000Z`, -2));
	}
	for (let date = 1; date <= 10; date++) world.service.record(entry(day(date), -2));
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
			exceededOn: null,
		},
		// Two dollars a day at 10:00, for the 19 days that are left.
		forecast: { spend: 60, low: 58.1, high: 61.9, status: 'unsure', reachedOn: null },
	});
	expect(totals.DIEM).not.toHaveProperty('budget');
	expect(json.text).toContain('Budget: 36.7% used, 22.00 of 60.00 USD');
	expect(json.text).toContain(
		'Forecast: not certain, 58.10 to 61.90 of 60.00 USD. The budget lies in the range',
	);
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
		'22.0% used, 22.00 of 100.00 USD, without the charges in other currencies',
	);
});

it('draws the sum so far against the budget, in a chart of its own', async () => {
	const { page = '' } = await month(60);
	expect(page).toContain('<title>Budget: 60.00 USD</title>');
	expect(page).toContain('<title>Spend so far, 5 Apr: 10.00 USD</title>');
	// One for a wide screen, one for a phone.
	expect(page.match(/class="limit"/g)).toHaveLength(2);
});

it('counts the part of the month for a period that is over, and forecasts nothing', async () => {
	const { totals } = await month(60, { period: 'yesterday' });
	expect(totals.USD).toMatchObject({ budget: { budget: 2, used: 2, withinBudget: true } });
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
		/Monthly Budget \(USD\) must be a number of at least 0\.000001, but 0 was given/,
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
