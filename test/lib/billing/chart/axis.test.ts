import { amountLabel, niceTicks, tickLabels } from '../../../../lib/billing/chart/axis';

test.each<[number, number, number[], string[]]>([
	[0, 0, [0, 1], ['0', '1']],
	[0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1], ['0', '0.2', '0.4', '0.6', '0.8', '1.0']],
	[0, 43, [0, 10, 20, 30, 40, 50], ['0', '10', '20', '30', '40', '50']],
	[0, 50, [0, 10, 20, 30, 40, 50], ['0', '10', '20', '30', '40', '50']],
	[0, 0.31, [0, 0.1, 0.2, 0.3, 0.4], ['0', '0.1', '0.2', '0.3', '0.4']],
	[0, 0.000052, [0, 0.00002, 0.00004, 0.00006], ['0', '0.00002', '0.00004', '0.00006']],
	[0, 4e-9, [0, 1e-9, 2e-9, 3e-9, 4e-9], ['0', '1e-9', '2e-9', '3e-9', '4e-9']],
	[0, 8500, [0, 2000, 4000, 6000, 8000, 10000], ['0', '2K', '4K', '6K', '8K', '10K']],
	[0, 7200, [0, 2000, 4000, 6000, 8000], ['0', '2,000', '4,000', '6,000', '8,000']],
	[0, 190e6, [0, 5e7, 1e8, 1.5e8, 2e8], ['0', '50M', '100M', '150M', '200M']],
	[
		0,
		2.1e21,
		[0, 5e20, 1e21, 1.5e21, 2e21, 2.5e21],
		['0', '5e20', '1e21', '1.5e21', '2e21', '2.5e21'],
	],
	[-13, 25, [-20, -10, 0, 10, 20, 30], ['−20', '−10', '0', '10', '20', '30']],
	[-3, 0, [-3, -2, -1, 0], ['−3', '−2', '−1', '0']],
	[5, 9, [0, 2, 4, 6, 8, 10], ['0', '2', '4', '6', '8', '10']],
])('an axis from %p to %p is marked at %p', (least, greatest, ticks, labels) => {
	expect(niceTicks(least, greatest, 5)).toEqual(ticks);
	expect(tickLabels(ticks)).toEqual(labels);
});

test('a few ticks, equally far apart, hold the values and zero on every scale', () => {
	for (let power = -40; power <= 60; power++) {
		for (const [low, high] of [
			[0, 1.01],
			[0, 9.99],
			[-3.3, 7.7],
			[-0.01, 5],
			[-8, 0],
		] as const) {
			const ticks = niceTicks(low * 10 ** power, high * 10 ** power, 5);
			expect(ticks.length).toBeGreaterThanOrEqual(3);
			expect(ticks.length).toBeLessThanOrEqual(7);
			expect(ticks).toContain(0);
			expect(ticks[0]).toBeLessThanOrEqual(low * 10 ** power * (1 - 1e-9));
			expect(ticks.at(-1)).toBeGreaterThanOrEqual(high * 10 ** power * (1 - 1e-9));
			const labels = tickLabels(ticks);
			expect(new Set(labels).size).toBe(labels.length);
			for (const label of labels) expect(label.length).toBeLessThanOrEqual(9);
		}
	}
});

test.each([
	[0, '0'],
	[26, '26'],
	[12.456, '12.5'],
	[0.0012345, '0.00123'],
	[1234.5, '1,235'],
	[12_345, '12.3K'],
	[-1.84, '−1.84'],
	[3.2e-9, '3.2e-9'],
	[2.02e21, '2.02e21'],
])('%p is written as %p', (value, text) => {
	expect(amountLabel(value)).toBe(text);
});
