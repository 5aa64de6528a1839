import { fallbackRun } from '../../proofs/fallback/run';

it('pays no item twice and no fallback above its price, when half of the requests meet trouble', async () => {
	const report = await fallbackRun({ itemsEach: 25, seed: 1, rate: 0.5, speed: 60 });
	expect(report).toMatchObject({ items: 100, chargedTwice: 0, abovePrice: 0, wrong: [] });
	// The run itself: answers came from other models, and some charges brought none.
	expect(report.answeredByFallback).toBeGreaterThan(0);
	expect(report.lost).toBeGreaterThan(0);
	expect(report.answered).toBeGreaterThan(report.items / 2);
});
