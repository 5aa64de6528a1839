import { exactMonth } from './exactMonths';

it('each number of message and page is what exact arithmetic says, and what adds up is shown to add up, in 50 random months', () => {
	const months = Array.from({ length: 50 }, (_, seed) => exactMonth(seed + 1));
	expect(months.flatMap(({ wrong }) => wrong).slice(0, 20)).toEqual([]);
	expect(months.reduce((sum, { numbers }) => sum + numbers, 0)).toBeGreaterThan(5_000);
});
