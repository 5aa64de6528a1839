import { faultRun } from '../../proofs/faults/faults';

it('answers or explains every item under 20 % faults, and accounts for every charge once', async () => {
	const { report, wrong } = await faultRun({
		itemsEach: 32,
		batch: 16,
		seed: 1,
		rate: 0.2,
		speed: 60,
		beside: 8,
	});
	expect(wrong).toEqual([]);
	expect(report.answered + report.explained).toBe(report.items);
	expect(report).toMatchObject({ chargedTwice: 0, blocked: 0 });
	// The run itself: so many calls were made, most kinds of trouble were met, and most items came through.
	expect(report.calls).toBeGreaterThan(320);
	expect(Object.keys(report.byKind).length).toBeGreaterThanOrEqual(12);
	expect(report.answered / report.items).toBeGreaterThan(0.75);
	expect(report.lost).toBeGreaterThan(0);
});
